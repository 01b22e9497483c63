import { readFileSync } from 'node:fs';
import type { Entry, Value } from '@platen/simulator/snmp/view';

const numbers: Readonly<Record<string, 'integer' | 'counter32' | 'gauge32' | 'ticks'>> = {
  2: 'integer',
  65: 'counter32',
  66: 'gauge32',
  67: 'ticks',
};

/**
 * The objects of a recorded walk (`OID|TAG|VALUE` lines, `x` behind the tag for hex) that the simulator's
 * agent can hold.
 */
export function readRecorded(file: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [, oid, tag, hex, text = ''] = /^\.?(\d+(?:\.\d+)+)\|(\d+)(x?)\|(.*)$/.exec(line.trimEnd()) ?? [];
    if (oid === undefined || tag === undefined || entries.has(oid)) continue;
    const value = toValue(tag, Buffer.from(text, hex === 'x' ? 'hex' : 'latin1'), text.trim());
    if (value !== undefined) entries.set(oid, { oid: oid.split('.').map(Number), value });
  }
  return [...entries.values()];
}

function toValue(tag: string, bytes: Buffer, text: string): Value | undefined {
  const number = numbers[tag];
  if (number !== undefined) return { type: number, value: Number(text) };
  if (tag === '4') return { type: 'octets', value: bytes };
  if (tag === '6') return { type: 'oid', value: (text.replace(/^\./, '') || '0.0').split('.').map(Number) };
  return tag === '64' ? { type: 'address', value: text.split('.').map(Number) } : undefined;
}
