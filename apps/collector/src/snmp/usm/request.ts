import type { UserAccess } from '../access.ts';
import { tags, writeElement } from '../ber.ts';
import { type Ask, encodePdu } from '../message.ts';
import { encrypt, toDigest } from './crypt.ts';
import type { Engine } from './engine.ts';
import type { UserKeys } from './keys.ts';
import { encodeScoped, encodeUserMessage, flags } from './message.ts';
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
