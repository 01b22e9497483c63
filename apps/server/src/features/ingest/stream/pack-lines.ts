import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ReportLine } from '../parse/parse-line.ts';

const pack = promisify<Buffer, { level: number }, Buffer>(gzip);
/** Twice as fast as the usual one, for a tenth more. */
const level = 1;

const newline = Buffer.from('\n');

/** Content type of what `packLines` makes, before it is packed. */
export const linesType = 'application/x-ndjson';

export interface PackedLines {
  readonly messages: Uint8Array[];
  /** Reports that are too large for a message of their own. */
  readonly tooLarge: ReportLine[];
}

/**
 * Packs reports into as few bodies as fit, by halves. Each report has to be JSON: line breaks in it are then
 * blanks between its values, and are written as such.
 */
export async function packLines(lines: readonly ReportLine[], mostBytes: number): Promise<PackedLines> {
  const packed = await pack(Buffer.concat(lines.flatMap(({ line }) => [toOneLine(line), newline])), { level });
  if (packed.length <= mostBytes) return { messages: [new Uint8Array(packed)], tooLarge: [] };
  if (lines.length === 1) return { messages: [], tooLarge: [...lines] };
  const half = Math.ceil(lines.length / 2);
  const first = await packLines(lines.slice(0, half), mostBytes);
  const second = await packLines(lines.slice(half), mostBytes);
  return {
    messages: [...first.messages, ...second.messages],
    tooLarge: [...first.tooLarge, ...second.tooLarge],
  };
}

const isBreak = (byte: number) => byte === 10 || byte === 13;

function toOneLine(line: Buffer): Uint8Array {
  return line.includes(10) || line.includes(13) ? line.map((byte) => (isBreak(byte) ? 32 : byte)) : line;
}
