import {
  BerError,
  type Element,
  readElement,
  readElements,
  readInteger,
  readOid,
  toElement,
  toInteger,
  toOid,
} from './ber.ts';
import type { Oid } from './view.ts';

export interface Request {
  version: '1' | '2c';
  community: Buffer;
  kind: 'get' | 'getNext' | 'getBulk' | 'set';
  id: number;
  /** Error status and index of a GET; for a GETBULK non-repeaters and max-repetitions. */
  first: number;
  second: number;
  oids: Oid[];
}

const kinds: Readonly<Record<number, Request['kind']>> = { 0xa0: 'get', 0xa1: 'getNext', 0xa3: 'set', 0xa5: 'getBulk' };

/** Reads a request of SNMP v1 (RFC 1157) or v2c (RFC 3416). Throws `BerError` for anything else. */
export function readRequest(packet: Buffer): Request {
  const [version, community, pdu] = readElements(readElement(packet, 0).content);
  if (version === undefined || community === undefined || pdu === undefined) throw new BerError('message is cut off');
  const number = readInteger(version.content);
  const kind = kinds[pdu.tag];
  if ((number !== 0 && number !== 1) || kind === undefined) throw new BerError('version or kind is not served');
  const [id, first, second, bindings] = readElements(pdu.content);
  if (id === undefined || first === undefined || second === undefined || bindings === undefined)
    throw new BerError('message is cut off');
  return {
    version: number === 0 ? '1' : '2c',
    community: community.content,
    kind,
    id: readInteger(id.content),
    first: readInteger(first.content),
    second: readInteger(second.content),
    oids: readElements(bindings.content).map(toBoundOid),
  };
}

function toBoundOid(binding: Element): Oid {
  return readOid(readElement(binding.content, 0).content);
}

/** One name and its value, already encoded. */
export interface Binding {
  oid: Oid;
  element: Buffer;
}

export const nullElement = toElement(0x05, Buffer.alloc(0));

export function toBindingElement(binding: Binding): Buffer {
  return toElement(0x30, Buffer.concat([toElement(0x06, toOid(binding.oid)), binding.element]));
}

/** The answer to a request, error index counted from 1. */
export function toResponse(request: Request, bindings: readonly Buffer[], errorStatus = 0, errorIndex = 0): Buffer {
  const pdu = toElement(
    0xa2,
    Buffer.concat([
      ...[request.id, errorStatus, errorIndex].map((number) => toElement(0x02, toInteger(number))),
      toElement(0x30, Buffer.concat(bindings)),
    ]),
  );
  const version = toElement(0x02, toInteger(request.version === '1' ? 0 : 1));
  return toElement(0x30, Buffer.concat([version, toElement(0x04, request.community), pdu]));
}
