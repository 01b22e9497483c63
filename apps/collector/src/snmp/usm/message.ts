import {
  type Element,
  readElement,
  readElements,
  readInteger,
  tags,
  writeElement,
  writeInteger,
  writeSequence,
} from '../ber.ts';

/** The frame of a version 3 message (RFC 3412 section 6, RFC 3414 section 2.4) as received, unverified. */
export interface UserMessage {
  version: '3';
  /** msgID. */
  id: number;
  largestAnswer: number;
  isAuthentic: boolean;
  isSecret: boolean;
  engineId: Uint8Array;
  boots: number;
  time: number;
  userName: Uint8Array;
  digest: Uint8Array;
  /** Offset of the digest in `packet`. */
  digestAt: number;
  salt: Uint8Array;
  /** The scoped PDU, in plain or as encrypted octets. */
  data: Element;
  packet: Uint8Array;
}

export const flags = { auth: 1, priv: 2, reportable: 4 } as const;
const userBased = 3n;
/** The largest answer that UDP can carry; it is fragmented if it exceeds one packet of the network. */
const largestUdp = 65_507;

/**
 * The parts after the version of a version 3 message. Undefined if they are not of the user-based model or
 * out of range.
 */
export function decodeUserMessage(packet: Uint8Array, parts: readonly Element[]): UserMessage | undefined {
  const [header, security, data] = parts;
  if (header?.tag !== tags.sequence || security?.tag !== tags.octets || data === undefined) return undefined;
  const [id, size, flag, model] = readElements(header.body) ?? [];
  const inner = readElement(security.body, 0);
  const fields = (inner?.tag === tags.sequence ? readElements(inner.body) : undefined) ?? [];
  const [engineId, boots, time, userName, digest, salt] = fields;
  if (id === undefined || size === undefined || flag?.body.length !== 1 || model === undefined) return undefined;
  if (readInteger(model.body) !== userBased) return undefined;
  if (engineId?.tag !== tags.octets || boots === undefined || time === undefined) return undefined;
  if (userName?.tag !== tags.octets || digest?.tag !== tags.octets || salt?.tag !== tags.octets) return undefined;
  const [idNumber, largestAnswer, bootsNumber, timeNumber] = [id, size, boots, time].map(toNumber);
  if (idNumber === undefined || largestAnswer === undefined || bootsNumber === undefined || timeNumber === undefined)
    return undefined;
  const octet = flag.body[0] ?? 0;
  return {
    version: '3',
    id: idNumber,
    largestAnswer,
    isAuthentic: (octet & flags.auth) !== 0,
    isSecret: (octet & flags.priv) !== 0,
    engineId: engineId.body,
    boots: bootsNumber,
    time: timeNumber,
    userName: userName.body,
    digest: digest.body,
    digestAt: digest.body.byteOffset - packet.byteOffset,
    salt: salt.body,
    data,
    packet,
  };
}

/** An INTEGER (0..2147483647), as all of them are here. */
function toNumber({ tag, body }: Element): number | undefined {
  const value = tag === tags.integer ? readInteger(body) : undefined;
  return value !== undefined && value >= 0n && value <= 0x7fff_ffffn ? Number(value) : undefined;
}

export interface UserFrame {
  id: number;
  flags: number;
  engineId: Uint8Array;
  boots: number;
  time: number;
  userName: string;
  /** Octets reserved for the digest, 0 for none. */
  digestOctets: number;
  salt: Uint8Array;
  /** The scoped PDU as it is sent: a plain sequence, or an octet string with the encrypted one. */
  data: Uint8Array;
  /** msgMaxSize: the largest message that the sender accepts. */
  largestMessage?: number;
}

/** The whole message with zeros for the digest, and the offset of the digest. */
export function encodeUserMessage(frame: UserFrame): { packet: Buffer; digestAt: number } {
  const salt = writeElement(tags.octets, frame.salt);
  const security = writeSequence(tags.sequence, [
    writeElement(tags.octets, frame.engineId),
    writeInteger(frame.boots),
    writeInteger(frame.time),
    writeElement(tags.octets, Buffer.from(frame.userName, 'utf8')),
    writeElement(tags.octets, new Uint8Array(frame.digestOctets)),
    salt,
  ]);
  const header = writeSequence(tags.sequence, [
    writeInteger(frame.id),
    writeInteger(frame.largestMessage ?? largestUdp),
    writeElement(tags.octets, Uint8Array.of(frame.flags)),
    writeInteger(userBased),
  ]);
  const parts = [writeInteger(3), header, writeElement(tags.octets, security), frame.data];
  const packet = Buffer.from(writeSequence(tags.sequence, parts));
  return { packet, digestAt: packet.length - frame.data.length - salt.length - frame.digestOctets };
}

/** A PDU with its engine and context (RFC 3412 section 6). */
export function encodeScoped(engineId: Uint8Array, contextName: string, pdu: Uint8Array): Uint8Array {
  return writeSequence(tags.sequence, [
    writeElement(tags.octets, engineId),
    writeElement(tags.octets, Buffer.from(contextName, 'utf8')),
    pdu,
  ]);
}

export interface Scoped {
  engineId: Uint8Array;
  contextName: Uint8Array;
  pdu: Element;
}

/** The parts of a scoped PDU, given the element or octets that begin with it (DES pads at the end). */
export function decodeScoped(element: Element | undefined): Scoped | undefined {
  const [engineId, contextName, pdu] = (element?.tag === tags.sequence ? readElements(element.body) : undefined) ?? [];
  if (engineId?.tag !== tags.octets || contextName?.tag !== tags.octets || pdu === undefined) return undefined;
  return { engineId: engineId.body, contextName: contextName.body, pdu };
}
