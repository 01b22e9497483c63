import type { UserAccess } from '../access.ts';
import { readElement, tags, writeElement } from '../ber.ts';
import { type Ask, decodePdu, encodePdu, type Response } from '../message.ts';
import { decrypt, encrypt, isAuthentic, toDigest, type UserKeys } from './crypt.ts';
import type { Engine } from './engine.ts';
import { decodeScoped, encodeScoped, encodeUserMessage, flags, type Scoped, type UserMessage } from './message.ts';
import { authProtocols } from './protocols.ts';

const none = new Uint8Array();

/** The request that any engine answers with a report of its id and clock (RFC 3414 section 4). */
export function encodeDiscovery(id: number): Uint8Array {
  return encodeUserMessage({
    id,
    flags: flags.reportable,
    engineId: none,
    boots: 0,
    time: 0,
    userName: '',
    digestOctets: 0,
    salt: none,
    data: encodeScoped(none, '', encodePdu({ kind: 'get', oids: [] }, id)),
  }).packet;
}

export interface UserRequest {
  ask: Ask;
  messageId: number;
  requestId: number;
  access: UserAccess;
  keys: UserKeys;
  engine: Engine;
  contextName: string;
}

/** A request as the user, in the highest level the keys allow (RFC 3414 section 3.1). */
export function encodeUserRequest(request: UserRequest, now: number): Uint8Array {
  const { keys, engine } = request;
  const { boots, time } = keys.auth === undefined ? { boots: 0, time: 0 } : engine.estimate(now);
  const scoped = encodeScoped(engine.id, request.contextName, encodePdu(request.ask, request.requestId));
  const { salt, data } = toData(keys, boots, time, scoped);
  const { packet, digestAt } = encodeUserMessage({
    id: request.messageId,
    flags: flags.reportable | (keys.auth === undefined ? 0 : flags.auth) | (keys.priv === undefined ? 0 : flags.priv),
    engineId: engine.id,
    boots,
    time,
    userName: request.access.userName,
    digestOctets: keys.auth === undefined ? 0 : authProtocols[keys.auth.protocol].digestOctets,
    salt,
    data,
  });
  if (keys.auth !== undefined) packet.set(toDigest(keys.auth, packet), digestAt);
  return packet;
}

function toData({ priv }: UserKeys, boots: number, time: number, scoped: Uint8Array) {
  if (priv === undefined) return { salt: none, data: scoped };
  const { salt, secret } = encrypt(priv, boots, time, scoped);
  return { salt, data: writeElement(tags.octets, secret) };
}

/** What a message must match to count as the answer to one request. */
export interface Expected {
  access: UserAccess;
  keys: UserKeys;
  engine: Engine;
  contextName: string;
  requestId: number;
}

export type Verdict =
  | { kind: 'response'; response: Response }
  | { kind: 'report'; report: ReportKind | undefined; isAuthentic: boolean; message: UserMessage };

/**
 * Verifies an answer (RFC 3412 section 7.2, RFC 3414 section 3.2): digest, engine, user, security level, age,
 * context and request number. Undefined if one of them is wrong; the message then counts as never received.
 */
export function verify(message: UserMessage, expected: Expected, now: number): Verdict | undefined {
  const { access, keys, engine } = expected;
  const isOfUser =
    isEqual(message.engineId, engine.id) && isEqual(message.userName, Buffer.from(access.userName, 'utf8'));
  if (message.isAuthentic) {
    if (!isOfUser || keys.auth === undefined) return undefined;
    if (!isAuthentic(keys.auth, message.packet, message.digest, message.digestAt)) return undefined;
  }
  const scoped = toScoped(message, keys);
  if (scoped === undefined) return undefined;
  const pdu = decodePdu(scoped.pdu);
  if (pdu === undefined) return undefined;
  if (scoped.pdu.tag === tags.report) {
    const report = toReportKind(pdu.varbinds[0]?.oid ?? '');
    return { kind: 'report', report, isAuthentic: message.isAuthentic, message };
  }
  const isOfLevel = message.isAuthentic === (keys.auth !== undefined) && message.isSecret === (keys.priv !== undefined);
  if (scoped.pdu.tag !== tags.response || !isOfUser || !isOfLevel || pdu.id !== expected.requestId) return undefined;
  const isOfContext =
    isEqual(scoped.engineId, engine.id) && isEqual(scoped.contextName, Buffer.from(expected.contextName, 'utf8'));
  if (!isOfContext) return undefined;
  // Last, so that only an answer to our own request moves the clock.
  if (keys.auth !== undefined && !engine.accept(message.boots, message.time, now)) return undefined;
  return { kind: 'response', response: pdu };
}

/** An encrypted PDU must be authentic too: there is no level with privacy alone. */
function toScoped(message: UserMessage, { priv }: UserKeys): Scoped | undefined {
  const { data, boots, time, salt } = message;
  if (!message.isSecret) return decodeScoped(data);
  if (!message.isAuthentic || priv === undefined || data.tag !== tags.octets) return undefined;
  const plain = decrypt(priv, boots, time, salt, data.body);
  return plain === undefined ? undefined : decodeScoped(readElement(plain, 0));
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/**
 * Reports that an engine sends instead of an answer (RFC 3414 section 3.2, RFC 3412 section 7.1, RFC 3413
 * section 3.2).
 */
export type ReportKind =
  | 'unsupportedSecLevels'
  | 'notInTimeWindows'
  | 'unknownUserNames'
  | 'unknownEngineIds'
  | 'wrongDigests'
  | 'decryptionErrors'
  | 'unavailableContexts'
  | 'unknownContexts'
  | 'unknownSecurityModels'
  | 'invalidMsgs'
  | 'unknownPduHandlers';

const kinds: Readonly<Record<string, ReportKind>> = {
  '1.3.6.1.6.3.15.1.1.1': 'unsupportedSecLevels',
  '1.3.6.1.6.3.15.1.1.2': 'notInTimeWindows',
  '1.3.6.1.6.3.15.1.1.3': 'unknownUserNames',
  '1.3.6.1.6.3.15.1.1.4': 'unknownEngineIds',
  '1.3.6.1.6.3.15.1.1.5': 'wrongDigests',
  '1.3.6.1.6.3.15.1.1.6': 'decryptionErrors',
  '1.3.6.1.6.3.12.1.4': 'unavailableContexts',
  '1.3.6.1.6.3.12.1.5': 'unknownContexts',
  '1.3.6.1.6.3.11.2.1.1': 'unknownSecurityModels',
  '1.3.6.1.6.3.11.2.1.2': 'invalidMsgs',
  '1.3.6.1.6.3.11.2.1.3': 'unknownPduHandlers',
};

/** The counter in a report, with or without its instance `.0`. */
const toReportKind = (oid: string): ReportKind | undefined => kinds[oid] ?? kinds[oid.replace(/\.0$/, '')];

const reasons: Readonly<Record<ReportKind, string>> = {
  unsupportedSecLevels:
    'the device does not accept this security level for the user (authentication or privacy is not set up there, or is required)',
  notInTimeWindows:
    'the SNMP clock of the device is never right; it refused again right after it had reported the time',
  unknownUserNames: 'the device does not know this user',
  unknownEngineIds: 'the device reports an engine id that it refuses itself',
  wrongDigests: 'authentication failed; password or protocol is wrong',
  decryptionErrors: 'the device cannot decrypt; privacy password or protocol is wrong',
  unavailableContexts: 'the device has no such context at present',
  unknownContexts: 'the device has no such context',
  unknownSecurityModels: 'the device does not support user-based security',
  invalidMsgs: 'the device reports the message as invalid',
  unknownPduHandlers: 'the device does not serve this context engine',
};

/** Why the device refuses, as a message for its administrator. Contains no password. */
export function toReason(kind: ReportKind, userName: string, contextName: string): string {
  const context = contextName === '' ? '' : ` in context '${contextName}'`;
  return `SNMPv3 user '${userName}'${context}: ${reasons[kind]}`;
}
