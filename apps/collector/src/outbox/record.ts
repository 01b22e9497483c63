import { crc32 } from 'node:zlib';

/** Length and CRC-32 of the payload, each 4 octets, most significant first. */
const headBytes = 8;
/** No report is longer (`ingestLimits.reportBytes`); a length above this is a torn or damaged record. */
const maxRecordBytes = 4 * 1024 * 1024;

/** One payload as it lies in a segment file. */
export function toRecord(payload: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(payload.length, 0);
  head.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([head, payload]);
}

export interface RecordScan {
  /** Views into the file given, in order. */
  payloads: Buffer[];
  /** Octets up to the end of the last whole record; anything behind was torn by a crash. */
  intactBytes: number;
}

/** Reads records until the end or the first one that is torn or damaged. */
export function toPayloads(file: Buffer): RecordScan {
  const payloads: Buffer[] = [];
  let at = 0;
  while (at + headBytes <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + headBytes + length;
    if (length === 0 || length > maxRecordBytes || end > file.length) break;
    const payload = file.subarray(at + headBytes, end);
    if (crc32(payload) !== file.readUInt32BE(at + 4)) break;
    payloads.push(payload);
    at = end;
  }
  return { payloads, intactBytes: at };
}
