import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

export interface ZipEntry {
  readonly name: string;
  readonly chunks: Iterable<string> | AsyncIterable<string>;
}

/** Bit 3: sizes follow the data; bit 11: names are UTF-8 (APPNOTE 4.4.4). */
const flags = 0x0808;
const deflated = 8;
/** Version 2.0 can deflate. */
const version = 20;
/** 1980-01-01, the first day of the format: the same rows make the same file. */
const date = 0x0021;
const largest = 0xffff_ffff;

/**
 * A ZIP archive (PKWARE APPNOTE 6.3.10, no ZIP64) as bytes in order, each made when it is asked for; holds one chunk
 * at a time. Fails where an entry or the archive would pass 4 GB.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, chunks } of entries) {
    const start = offset;
    const head = toLocalHead(name);
    yield head;
    let [crc, size, packed] = [0, 0, 0];
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk, 'utf8');
      crc = crc32(bytes, crc);
      size += bytes.length;
      // A full flush ends on a byte and refers to nothing before it: pieces follow each other as one stream (RFC 1951).
      const piece = await deflate(bytes, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
      packed += piece.length;
      yield piece;
    }
    const end = await deflate(Buffer.alloc(0));
    packed += end.length;
    yield end;
    const sums = toSums(crc, packed, size);
    yield Buffer.concat([toFields([0x0807_4b50, 4]), sums]);
    offset = start + head.length + packed + 16;
    if (size > largest || offset > largest) throw new RangeError('a ZIP archive without ZIP64 ends at 4 GB');
    directory.push(toCentralHead(name, sums, start));
  }
  const central = Buffer.concat(directory);
  yield central;
  yield toFields(
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [directory.length, 2],
    [directory.length, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  );
}

const toSums = (crc: number, packed: number, size: number) => toFields([crc, 4], [packed, 4], [size, 4]);

function toLocalHead(name: string): Buffer {
  const text = Buffer.from(name, 'utf8');
  return Buffer.concat([
    toFields([0x0403_4b50, 4], [version, 2], [flags, 2], [deflated, 2], [0, 2], [date, 2]),
    toSums(0, 0, 0),
    toFields([text.length, 2], [0, 2]),
    text,
  ]);
}

function toCentralHead(name: string, sums: Buffer, offset: number): Buffer {
  const text = Buffer.from(name, 'utf8');
  return Buffer.concat([
    toFields([0x0201_4b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2], [0, 2], [date, 2]),
    sums,
    toFields([text.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    text,
  ]);
}

/** Whole numbers one after another, little-endian, each with its width in bytes. */
function toFields(...fields: readonly (readonly [value: number, width: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of fields) at = bytes.writeUIntLE(value >>> 0, at, width);
  return bytes;
}
