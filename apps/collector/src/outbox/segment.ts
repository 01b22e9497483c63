import {
  appendFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { parseJson } from '../platform/data-files.ts';
import { hasCode } from '../platform/errors.ts';

/** One file of reports, oldest first, and a second one with the indexes of settled records. */
export interface Segment {
  readonly id: number;
  /** Complete records in the file. */
  records: number;
  /** Octets of the file up to the last complete record. */
  bytes: number;
  /** Records that the server has, or that were set aside. */
  readonly settled: Set<number>;
}

const toName = (id: number, kind: 'reports' | 'settled') => `${String(id).padStart(12, '0')}.${kind}`;
const toReportsPath = (directory: string, id: number) => join(directory, toName(id, 'reports'));
const toSettledPath = (directory: string, id: number) => join(directory, toName(id, 'settled'));

/** The segments of a directory, oldest first, and the number of octets of truncated records after a crash. */
export async function readSegments(directory: string): Promise<{ segments: Segment[]; tornBytes: number }> {
  const names = await readdir(directory);
  const ids = names.flatMap((name) => {
    const match = /^(\d{12})\.reports$/.exec(name);
    return match === null ? [] : [Number(match[1])];
  });
  // A crash between the two removals leaves the settled file alone; a later segment of the same number must
  // not inherit it.
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

/** The waiting reports of a directory, without changing it; files removed meanwhile count as gone. */
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
    if (hasCode(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  });
  // Eight octets each: the index and its complement, so that a truncated or zeroed tail settles nothing.
  for (let at = 0; at + 8 <= file.length; at += 8) {
    const index = file.readUInt32BE(at);
    if (file.readUInt32BE(at + 4) === ~index >>> 0 && index < records) settled.add(index);
  }
  return settled;
}

/**
 * Saves that records are settled. May throw on a full disk: then they may be delivered again, which does no
 * harm.
 */
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
  // A full disk may have truncated the last entry.
  if (size % 8 !== 0) await truncate(path, size - (size % 8));
  await appendFile(path, buffer, { mode: 0o600 });
}

export async function readPayloads(directory: string, segment: Segment): Promise<Buffer[]> {
  const file = await readFile(toReportsPath(directory, segment.id));
  return toPayloads(file.subarray(0, segment.bytes)).payloads;
}

/**
 * Needs no free space. The reports are removed first: without them the other file is meaningless, in reverse
 * order they would be delivered again.
 */
export async function removeSegment(directory: string, segment: Segment): Promise<void> {
  await rm(toReportsPath(directory, segment.id), { force: true });
  await rm(toSettledPath(directory, segment.id), { force: true });
}

/** Length and CRC-32 of the payload, each 4 octets, most significant first. */
const headBytes = 8;
/**
 * No report is longer (`ingestLimits.reportBytes`); a length above this means a truncated or damaged record.
 */
const maxRecordBytes = 4 * 1024 * 1024;

/** One payload as it is stored in a segment file. */
export function toRecord(payload: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(payload.length, 0);
  head.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([head, payload]);
}

interface RecordScan {
  /** Views into the file, in order. */
  payloads: Buffer[];
  /** Octets up to the end of the last complete record; the rest was truncated by a crash. */
  intactBytes: number;
}

/** Reads records until the end or the first one that is truncated or damaged. */
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

/** The one segment that grows. Data are on disk once `write` has resolved. */
export class Appender {
  readonly segment: Segment;
  readonly #file: FileHandle;
  /** False after a failed write that could not be removed: nothing may follow it. */
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
      // A full disk writes part of a record; remove it, so that the next record begins at the right offset.
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

export interface RefusalIssue {
  path: string;
  message: string;
}

/** The server's reasons as one text. */
export const toIssueText = (issues: readonly RefusalIssue[]): string =>
  issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');

/**
 * Reports that the server will never accept, for the user: one JSON file each, with the reason.
 * The oldest are removed beyond `limit`.
 */
export class RefusedArea {
  readonly #directory: string;
  readonly #limit: number;
  #count = 0;

  constructor(directory: string, limit: number) {
    this.#directory = directory;
    this.#limit = limit;
  }

  async add(line: Buffer, issues: readonly RefusalIssue[], at: Date): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const stamp = at.toISOString().replaceAll(/[:.]/g, '-');
    const name = `${stamp}-${process.pid}-${String(this.#count++).padStart(6, '0')}.json`;
    const sent = line.toString('utf8');
    // A line that a failing disk has damaged is stored as text.
    const report = parseJson(sent) ?? sent;
    const text = `${JSON.stringify({ refusedAt: at.toISOString(), issues, report }, null, 2)}\n`;
    await writeFile(join(this.#directory, name), text, { mode: 0o600 });
    const names = (await readdir(this.#directory)).filter((name) => name.endsWith('.json')).sort();
    for (const old of names.slice(0, Math.max(0, names.length - this.#limit)))
      await rm(join(this.#directory, old), { force: true });
  }
}
