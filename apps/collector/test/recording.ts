import { readFileSync } from 'node:fs';
import { tags, writeElement, writeInteger, writeOid } from '../src/snmp/ber.ts';

/** One object of a recording, encoded for the wire. */
export interface Recorded {
  oid: string;
  tag: number;
  value: Uint8Array;
}

/**
 * Reads `OID|TAG|VALUE` lines (an `x` after the tag: the value is hex), byte for byte; the first of repeated
 * OIDs wins.
 */
export function readRecording(file: string): Recorded[] {
  return toRecorded(readFileSync(file, 'latin1'));
}

export function toRecorded(text: string): Recorded[] {
  const found = new Map<string, Recorded>();
  for (const line of text.split('\n')) {
    const match = /^\.?(\d+(?:\.\d+)+)\|(\d+)(x?)\|(.*)$/.exec(line.replace(/\r$/, ''));
    const [, oid, tagText, hex, content = ''] = match ?? [];
    if (oid === undefined || found.has(oid)) continue;
    const tag = Number(tagText);
    const value = toWire(tag, hex === 'x', content);
    if (value !== undefined) found.set(oid, { oid, tag, value });
  }
  return [...found.values()].sort((a, b) => compare(toArcs(a.oid), toArcs(b.oid)));
}

function toWire(tag: number, isHex: boolean, content: string): Uint8Array | undefined {
  const bytes = Buffer.from(content, isHex ? 'hex' : 'latin1');
  switch (tag) {
    case tags.integer:
    case tags.counter32:
    case tags.gauge32:
    case tags.timeTicks:
    case tags.counter64:
      return /^-?\d+$/.test(content.trim()) ? writeInteger(BigInt(content.trim()), tag) : undefined;
    case tags.oid:
      return writeOid(content.trim().replace(/^\./, '') || '0.0');
    case tags.ipAddress:
      return writeElement(tag, isHex ? bytes : Uint8Array.from(content.trim().split('.').map(Number)));
    default:
      return writeElement(tag, bytes);
  }
}

export const toArcs = (oid: string): number[] => oid.split('.').map(Number);

export function compare(a: readonly number[], b: readonly number[]): number {
  const position = a.findIndex((arc, i) => arc !== b[i]);
  return position === -1 || position >= b.length ? a.length - b.length : (a[position] ?? 0) - (b[position] ?? 0);
}

/** The minimum of a printer: a type, a name, a serial, a count, and optionally a hardware address. */
export const toTinyPrinter = (serial: string, mac?: string): string =>
  [
    '1.3.6.1.2.1.1.1.0|4|Tiny printer',
    ...(mac === undefined ? [] : ['1.3.6.1.2.1.2.2.1.3.1|2|6', `1.3.6.1.2.1.2.2.1.6.1|4x|${mac}`]),
    '1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5',
    '1.3.6.1.2.1.25.3.2.1.3.1|4|Tiny 1',
    '1.3.6.1.2.1.25.3.2.1.5.1|2|2',
    '1.3.6.1.2.1.25.3.5.1.1.1|2|3',
    `1.3.6.1.2.1.43.5.1.1.17.1|4|${serial}`,
    '1.3.6.1.2.1.43.10.2.1.3.1.1|2|7',
    '1.3.6.1.2.1.43.10.2.1.4.1.1|65|4711',
  ].join('\n');
