import {
  type Element,
  readElement,
  readElements,
  readInteger,
  readOid,
  readSpan,
  type Span,
  tags,
  writeElement,
  writeInteger,
  writeOid,
  writeSequence,
} from './ber.ts';
import { decodeUserMessage, type UserMessage } from './usm/message.ts';
import { toValue, type Varbind } from './value.ts';

/** The versions with communities. */
export type SnmpVersion = '1' | '2c';

/** Error statuses that the reader distinguishes (RFC 3416 section 3); others are treated alike. */
export const errorStatus = { none: 0, tooBig: 1, noSuchName: 2, genErr: 5, authorizationError: 16 } as const;

export interface Ask {
  kind: 'get' | 'getNext' | 'getBulk';
  oids: readonly string[];
  /** GETBULK only; all objects repeat. */
  repetitions?: number;
}

export interface Request extends Ask {
  version: SnmpVersion;
  community: string;
  id: number;
}

export interface Response {
  id: number;
  errorStatus: number;
  /** Counted from 1; 0 if the agent does not report it. */
  errorIndex: number;
  varbinds: Varbind[];
}

export interface CommunityMessage extends Response {
  version: SnmpVersion;
}

/**
 * A message that may answer a request, identified by `id` (msgID in version 3, which is still to be
 * verified).
 */
export type Incoming = CommunityMessage | UserMessage;

const pduTags = { get: tags.getRequest, getNext: tags.getNextRequest, getBulk: tags.getBulkRequest } as const;
const nothing = writeElement(tags.null, new Uint8Array());

export function encodeRequest(request: Request): Uint8Array {
  return writeSequence(tags.sequence, [
    writeInteger(request.version === '1' ? 0 : 1),
    writeElement(tags.octets, Buffer.from(request.community, 'utf8')),
    encodePdu(request, request.id),
  ]);
}

/** The request itself, the same in every version. */
export function encodePdu(ask: Ask, id: number): Uint8Array {
  const varbinds = ask.oids.map(toAskedVarbind);
  return writeSequence(pduTags[ask.kind], [
    writeInteger(id),
    writeInteger(0), // error-status, non-repeaters in GETBULK
    writeInteger(ask.kind === 'getBulk' ? (ask.repetitions ?? 10) : 0),
    writeSequence(tags.sequence, varbinds),
  ]);
}

/** Cached: a thousand devices are asked for the same objects. */
const askedVarbinds = new Map<string, Uint8Array>();
const mostAsked = 10_000;

function toAskedVarbind(oid: string): Uint8Array {
  const known = askedVarbinds.get(oid);
  if (known !== undefined) return known;
  const varbind = writeSequence(tags.sequence, [writeOid(oid), nothing]);
  if (askedVarbinds.size >= mostAsked) askedVarbinds.clear();
  askedVarbinds.set(oid, varbind);
  return varbind;
}

/**
 * A message that could be an answer; undefined for anything else: garbage, other versions, other PDUs,
 * truncated messages. Never throws.
 */
export function decodeMessage(bytes: Uint8Array): Incoming | undefined {
  const outer = readElement(bytes, 0);
  const parts = outer?.tag === tags.sequence ? readElements(outer.body) : undefined;
  const [version, ...rest] = parts ?? [];
  const number = version?.tag === tags.integer ? readInteger(version.body) : undefined;
  if (number === 3n) return decodeUserMessage(bytes, rest);
  if (number !== 0n && number !== 1n) return undefined;
  const [community, pdu] = rest;
  if (community?.tag !== tags.octets || pdu?.tag !== tags.response) return undefined;
  const response = decodePdu(pdu);
  return response === undefined ? undefined : { ...response, version: number === 0n ? '1' : '2c' };
}

/** A response or a report. */
export function decodePdu(pdu: Element): Response | undefined {
  const [id, status, index, list] = readElements(pdu.body) ?? [];
  if (id === undefined || status === undefined || index === undefined || list?.tag !== tags.sequence) return undefined;
  const numbers = [id, status, index].map((element) => readInteger(element.body));
  const [idNumber, statusNumber, indexNumber] = numbers.map(Number);
  if (numbers.includes(undefined) || idNumber === undefined || statusNumber === undefined || indexNumber === undefined)
    return undefined;
  const varbinds = toVarbinds(list.body);
  if (varbinds === undefined) return undefined;
  return { id: idNumber, errorStatus: statusNumber, errorIndex: indexNumber, varbinds };
}

/**
 * Reads by offsets instead of elements: a walk of a thousand devices passes some hundred thousand of these.
 */
function toVarbinds(body: Uint8Array): Varbind[] | undefined {
  const varbinds: Varbind[] = [];
  const [item, name, value] = [toSpan(), toSpan(), toSpan()];
  for (let at = 0; at < body.length; at = item.end) {
    if (!readSpan(body, at, body.length, item) || item.tag !== tags.sequence) return undefined;
    if (!readSpan(body, item.from, item.end, name) || name.tag !== tags.oid) return undefined;
    const oid = readOid(body, name.from, name.end);
    if (oid === undefined || !readSpan(body, name.end, item.end, value)) return undefined;
    varbinds.push({ oid, value: toValue(value.tag, body, value.from, value.end) });
  }
  return varbinds;
}

const toSpan = (): Span => ({ tag: 0, from: 0, end: 0 });
