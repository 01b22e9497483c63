import type { UserAccess } from '../access.ts';
import { readElement, tags } from '../ber.ts';
import { decodePdu, type Response } from '../message.ts';
import { decrypt, isAuthentic } from './crypt.ts';
import type { Engine } from './engine.ts';
import type { UserKeys } from './keys.ts';
import { decodeScoped, type Scoped, type UserMessage } from './message.ts';
import { type ReportKind, toReportKind } from './reports.ts';

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
