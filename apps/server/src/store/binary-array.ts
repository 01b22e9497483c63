import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../base/time.ts';

// Arrays in PostgreSQL's binary form. The driver writes arrays of texts letter by letter, and PostgreSQL
// reads JSON twice before it has rows: both cost many times what these do. Figures:
// docs/decisions/0103-speed-of-ingest.md.

type Write<T> = (writer: Writer, value: T) => void;

class Writer {
  buffer: Buffer;
  at = 0;

  constructor(room: number) {
    this.buffer = Buffer.allocUnsafe(room);
  }

  reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.at + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
  int32(value: number): void {
    this.reserve(4);
    this.at = this.buffer.writeInt32BE(value, this.at);
  }
}

/**
 * One-dimensional, from 1; the type's number as in pg_type, which never changes. `room`: of one value, about.
 */
function encode<T>(
  type: string,
  oid: number,
  values: readonly (T | null)[],
  write: Write<T>,
  room: (value: T) => number,
): RawBuilder<unknown> {
  const writer = new Writer(values.reduce((sum, value) => sum + 8 + (value === null ? 0 : room(value)), 64));
  for (const head of values.length === 0 ? [0, 0, oid] : [1, 1, oid, values.length, 1]) writer.int32(head);
  for (const value of values)
    if (value === null) writer.int32(-1);
    else write(writer, value);
  return sql`${writer.buffer.subarray(0, writer.at)}::${sql.raw(type)}[]`;
}

/** The length goes before the text, and is known after it. */
function writeText(writer: Writer, text: string, version?: number): void {
  // Counted only where it might not fit.
  if (writer.at + 5 + text.length * 3 > writer.buffer.length) writer.reserve(5 + Buffer.byteLength(text));
  const { at, buffer } = writer;
  const start = version === undefined ? at + 4 : buffer.writeUInt8(version, at + 4);
  writer.at = start + buffer.write(text, start);
  buffer.writeInt32BE(writer.at - at - 4, at);
}

function writeBytes(writer: Writer, bytes: Buffer): void {
  writer.reserve(4 + bytes.length);
  writer.int32(bytes.length);
  writer.at += bytes.copy(writer.buffer, writer.at);
}

/** Letter by letter, as each report writes a dozen: in a third of the time of taking the dashes out. */
function writeUuid(writer: Writer, id: string): void {
  writer.reserve(20);
  writer.int32(16);
  const { buffer, at } = writer;
  let digits = 0;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    if (code === dash) continue;
    const value = hexValues[code] ?? -1;
    if (value < 0 || digits === 32) throw new TypeError(`'${id}' is no UUID`);
    const place = at + (digits >> 1);
    buffer[place] = digits % 2 === 0 ? value << 4 : (buffer[place] ?? 0) | value;
    digits++;
  }
  if (digits !== 32) throw new TypeError(`'${id}' is no UUID`);
  writer.at += 16;
}

const dash = '-'.charCodeAt(0);
/** By the code of a letter; -1 of what is no hexadecimal digit. */
const hexValues = Int8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return /[\da-f]/i.test(letter) ? Number.parseInt(letter, 16) : -1;
});

/** Microseconds since 2000, exact for 285 years on either side of it. */
function writeTime(writer: Writer, time: Date | string): void {
  const ms = typeof time === 'string' ? Date.parse(time) : time.getTime();
  if (Number.isNaN(ms)) throw new TypeError('no point in time');
  writeInt8(writer, (ms - year2000) * 1000);
}

function writeInt8(writer: Writer, value: number | string): void {
  writer.reserve(12);
  writer.int32(8);
  if (typeof value === 'string') writer.at = writer.buffer.writeBigInt64BE(BigInt(value), writer.at);
  else {
    // A BigInt for each number is an object for each number.
    writer.int32(Math.floor(value / 2 ** 32));
    writer.int32(value | 0);
  }
}

function writeDate(writer: Writer, day: string): void {
  writer.int32(4);
  writer.int32((Date.parse(day) - year2000) / dayMs);
}

const year2000 = Date.UTC(2000);

const fixed = (bytes: number) => () => bytes;
/** Of texts that are mostly ASCII. */
const lengthOf = (text: string | Buffer) => text.length;

/** In the usual form, with or without dashes; anything else throws. */
export const uuids = (values: readonly (string | null)[]) => encode('uuid', 2950, values, writeUuid, fixed(16));
export const texts = (values: readonly (string | null)[]) =>
  encode('text', 25, values, (writer, text: string) => writeText(writer, text), lengthOf);
/** JSON texts, as texts or in UTF-8; PostgreSQL refuses what is none. */
export const jsons = (values: readonly (string | Buffer | null)[]) =>
  encode(
    'json',
    114,
    values,
    (writer, text: string | Buffer) => (typeof text === 'string' ? writeText(writer, text) : writeBytes(writer, text)),
    lengthOf,
  );
export const jsonbs = (values: readonly (string | null)[]) =>
  encode('jsonb', 3802, values, (writer, text: string) => writeText(writer, text, 1), lengthOf);
/** Points in time, as ISO 8601 if as texts. */
export const times = (values: readonly (Date | string | null)[]) =>
  encode('timestamptz', 1184, values, writeTime, fixed(8));
/** Whole numbers; those beyond 2^53 as texts. */
export const bigints = (values: readonly (number | string | null)[]) =>
  encode('bigint', 20, values, writeInt8, fixed(8));
/** `YYYY-MM-DD` */
export const dates = (values: readonly (string | null)[]) => encode('date', 1082, values, writeDate, fixed(4));
