import {
  readElement,
  readElements,
  readInteger,
  readOid,
  tags,
  writeElement,
  writeInteger,
  writeOid,
  writeSequence,
} from './ber.ts';
import { toValue, type Varbind } from './value.ts';

export type SnmpVersion = '1' | '2c';

/** Error statuses a reader must tell apart (RFC 3416 section 3); others are treated alike. */
export const errorStatus = { none: 0, tooBig: 1, noSuchName: 2, genErr: 5 } as const;

export interface Request {
  version: SnmpVersion;
  community: string;
  id: number;
  kind: 'get' | 'getNext' | 'getBulk';
  oids: readonly string[];
  /** GETBULK only; all objects repeat. */
  repetitions?: number;
}

export interface Response {
  id: number;
  version: SnmpVersion;
  errorStatus: number;
  /** Counted from 1; 0 when the agent does not say. */
  errorIndex: number;
  varbinds: Varbind[];
}

const pduTags = { get: tags.getRequest, getNext: tags.getNextRequest, getBulk: tags.getBulkRequest } as const;
const nothing = writeElement(tags.null, new Uint8Array());

export function encodeRequest(request: Request): Uint8Array {
  const varbinds = request.oids.map((oid) => writeSequence(tags.sequence, [writeOid(oid), nothing]));
  return writeSequence(tags.sequence, [
    writeInteger(request.version === '1' ? 0 : 1),
    writeElement(tags.octets, Buffer.from(request.community, 'utf8')),
    writeSequence(pduTags[request.kind], [
      writeInteger(request.id),
      writeInteger(0), // error-status, non-repeaters in GETBULK
      writeInteger(request.kind === 'getBulk' ? (request.repetitions ?? 10) : 0),
      writeSequence(tags.sequence, varbinds),
    ]),
  ]);
}

/** A response, or undefined for anything else: garbage, other versions, other PDUs, messages cut short. Never throws. */
export function decodeResponse(bytes: Uint8Array): Response | undefined {
  const outer = readElement(bytes, 0);
  const parts = outer?.tag === tags.sequence ? readElements(outer.body) : undefined;
  const [version, community, pdu] = parts ?? [];
  if (version?.tag !== tags.integer || community?.tag !== tags.octets || pdu?.tag !== tags.response) return undefined;
  const [id, status, index, list] = readElements(pdu.body) ?? [];
  if (id === undefined || status === undefined || index === undefined || list?.tag !== tags.sequence) return undefined;
  const numbers = [version, id, status, index].map((element) => readInteger(element.body));
  const [versionNumber, idNumber, statusNumber, indexNumber] = numbers.map(Number);
  if (numbers.includes(undefined) || idNumber === undefined || statusNumber === undefined || indexNumber === undefined)
    return undefined;
  if (versionNumber !== 0 && versionNumber !== 1) return undefined;
  const varbinds = toVarbinds(list.body);
  if (varbinds === undefined) return undefined;
  return {
    id: idNumber,
    version: versionNumber === 0 ? '1' : '2c',
    errorStatus: statusNumber,
    errorIndex: indexNumber,
    varbinds,
  };
}

function toVarbinds(body: Uint8Array): Varbind[] | undefined {
  const items = readElements(body);
  if (items === undefined) return undefined;
  const varbinds: Varbind[] = [];
  for (const item of items) {
    const [name, value] = (item.tag === tags.sequence ? readElements(item.body) : undefined) ?? [];
    const oid = name?.tag === tags.oid ? readOid(name.body) : undefined;
    if (oid === undefined || value === undefined) return undefined;
    varbinds.push({ oid, value: toValue(value.tag, value.body) });
  }
  return varbinds;
}
