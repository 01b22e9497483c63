import { appendFile, type FileHandle, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** One file of reports, oldest first, and beside it the numbers of those already settled. */
export interface Segment {
  readonly id: number;
  /** Whole records in the file. */
  records: number;
  /** Octets of the file up to the last whole record. */
  bytes: number;
  /** Records that the server has, or that were set aside. */
  readonly settled: Set<number>;
}

const toName = (id: number, kind: 'reports' | 'settled') => `${String(id).padStart(12, '0')}.${kind}`;
const toReportsPath = (directory: string, id: number) => join(directory, toName(id, 'reports'));
const toSettledPath = (directory: string, id: number) => join(directory, toName(id, 'settled'));
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The segments of a directory, oldest first, and how many torn octets a crash left in them. */
export async function readSegments(directory: string): Promise<{ segments: Segment[]; tornBytes: number }> {
  const names = await readdir(directory);
  const ids = names.flatMap((name) => {
    const match = /^(\d{12})\.reports$/.exec(name);
    return match === null ? [] : [Number(match[1])];
  });
  // A crash between the two removals leaves the list of settled ones alone; a later file of the same number must not inherit it.
  for (const name of names) {
    const match = /^(\d{12})\.settled$/.exec(name);
    if (match !== null && !ids.includes(Number(match[1]))) await rm(join(directory, name), { force: true });
  }
  const segments: Segment[] = [];
  let tornBytes = 0;
  for (const id of ids.sort((a, b) => a - b)) {
    const file = await readFile(toReportsPath(directory, id));
    const { payloads, intactBytes } = toPayloads(file);
    tornBytes += file.length - intactBytes;
    const settled = await readSettled(directory, id, payloads.length);
    const segment = { id, records: payloads.length, bytes: intactBytes, settled };
    if (settled.size === payloads.length) await removeSegment(directory, segment);
    else segments.push(segment);
  }
  return { segments, tornBytes };
}

/** What waits in a directory, for a look from outside: changes nothing, and takes files that go meanwhile as gone. */
export async function readWaiting(directory: string): Promise<{ reports: number; bytes: number }> {
  const names = await readdir(directory).catch(() => []);
  let reports = 0;
  let bytes = 0;
  for (const name of names) {
    const [, number] = /^(\d{12})\.reports$/.exec(name) ?? [];
    const file = number === undefined ? undefined : await readFile(join(directory, name)).catch(() => undefined);
    if (file === undefined) continue;
    const { payloads, intactBytes } = toPayloads(file);
    const settled = await readSettled(directory, Number(number), payloads.length);
    reports += payloads.length - settled.size;
    bytes += intactBytes;
  }
  return { reports, bytes };
}

async function readSettled(directory: string, id: number, records: number): Promise<Set<number>> {
  const settled = new Set<number>();
  const file = await readFile(toSettledPath(directory, id)).catch((error: unknown) => {
    if (isMissing(error)) return Buffer.alloc(0);
    throw error;
  });
  // Eight octets each: the number and its complement, so that a torn or zeroed tail settles nothing.
  for (let at = 0; at + 8 <= file.length; at += 8) {
    const index = file.readUInt32BE(at);
    if (file.readUInt32BE(at + 4) === ~index >>> 0 && index < records) settled.add(index);
  }
  return settled;
}

/** Notes on disk that records are settled. May throw when the disk is full: then they may be delivered again, which changes nothing. */
export async function appendSettled(directory: string, id: number, indexes: readonly number[]): Promise<void> {
  const buffer = Buffer.alloc(indexes.length * 8);
  for (const [i, index] of indexes.entries()) {
    buffer.writeUInt32BE(index, i * 8);
    buffer.writeUInt32BE(~index >>> 0, i * 8 + 4);
  }
  const path = toSettledPath(directory, id);
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  // A full disk may have taken a part of the last entry.
  if (size % 8 !== 0) await truncate(path, size - (size % 8));
  await appendFile(path, buffer, { mode: 0o600 });
}

export async function readPayloads(directory: string, segment: Segment): Promise<Buffer[]> {
  const file = await readFile(toReportsPath(directory, segment.id));
  return toPayloads(file.subarray(0, segment.bytes)).payloads;
}

/** Needs no free space. The reports go first: their absence makes the other file meaningless, the reverse would deliver again. */
export async function removeSegment(directory: string, segment: Segment): Promise<void> {
  await rm(toReportsPath(directory, segment.id), { force: true });
  await rm(toSettledPath(directory, segment.id), { force: true });
}

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

interface RecordScan {
  /** Views into the file given, in order. */
  payloads: Buffer[];
  /** Octets up to the end of the last whole record; anything behind was torn by a crash. */
  intactBytes: number;
}

/** Reads records until the end or the first one that is torn or damaged. */
function toPayloads(file: Buffer): RecordScan {
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

/** The one segment that grows. A write is in it once `write` has resolved: flushed to the disk. */
export class Appender {
  readonly segment: Segment;
  readonly #file: FileHandle;
  /** False after a failure whose remains could not be cut off: nothing may follow them. */
  usable = true;

  private constructor(segment: Segment, file: FileHandle) {
    this.segment = segment;
    this.#file = file;
  }

  static async create(directory: string, id: number): Promise<Appender> {
    const file = await open(toReportsPath(directory, id), 'wx', 0o600);
    return new Appender({ id, records: 0, bytes: 0, settled: new Set() }, file);
  }

  async write(records: readonly Buffer[]): Promise<void> {
    const data = Buffer.concat(records);
    try {
      let written = 0;
      while (written < data.length) {
        const step = await this.#file.write(data, written, data.length - written, this.segment.bytes + written);
        written += step.bytesWritten;
      }
      await this.#file.datasync();
    } catch (error) {
      // A full disk takes part of a record; cut it off, so that the next write stands at the right place.
      await this.#file.truncate(this.segment.bytes).catch(() => {
        this.usable = false;
      });
      throw error;
    }
    this.segment.bytes += data.length;
    this.segment.records += records.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
