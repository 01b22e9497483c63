import type { SnmpValue } from '../snmp/value.ts';
import type { SecretRuns } from './secret-runs.ts';

/** What is searched for: in octets and arcs, in the digits of numbers, and MAC addresses as numbers of several octets. */
export interface Runs {
  readonly inTexts: SecretRuns;
  readonly inNumbers: SecretRuns;
  readonly macs: readonly (readonly [mac: string, placeholder: string])[];
  /** The MAC addresses as arcs of two and of three octets, forwards and backwards, with those of their placeholders. */
  readonly macArcs: readonly (readonly [arcs: string, by: string])[];
}

export const toMacArcs = (macs: Runs['macs']): Runs['macArcs'] =>
  macs.flatMap(([mac, placeholder]) =>
    [4, 6].flatMap((size) => {
      const [arcs, by] = [toArcs(mac, size), toArcs(placeholder, size)];
      return [
        [arcs.join('.'), by.join('.')] as const,
        [arcs.toReversed().join('.'), by.toReversed().join('.')] as const,
      ];
    }),
  );

/** A value of the same type and length without runs of secrets: in octets, in the digits of numbers, in the arcs of OIDs. */
export function withoutRuns(value: SnmpValue, runs: Runs): SnmpValue {
  if ('bytes' in value) return { ...value, bytes: withoutRunsInOctets(value.bytes, runs.inTexts) };
  if (value.type === 'oid') return { ...value, value: withoutRunsInOid(value.value, runs) };
  if (value.type === 'counter64') return { ...value, value: BigInt(withoutRunsInDigits(String(value.value), runs)) };
  if (value.type === 'integer' || value.type === 'counter32' || value.type === 'gauge32' || value.type === 'timeTicks')
    return { ...value, value: Number(withoutRunsInDigits(String(value.value), runs)) };
  return value;
}

export function withoutRunsInOctets(bytes: Uint8Array, runs: SecretRuns): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const replaced = runs.replace(text);
  return replaced === text ? bytes : Buffer.from(replaced, 'latin1');
}

/** Arcs that are octets are searched as a text of these octets, long arcs as digits, a MAC also as arcs of two or three octets. */
export function withoutRunsInOid(oid: string, runs: Runs): string {
  let replaced = oid;
  for (const [macArcs, by] of runs.macArcs) replaced = replaceArcs(replaced, macArcs, by);
  const arcs = replaced.split('.');
  const octets = arcs.map((arc) => (Number(arc) <= 255 ? String.fromCharCode(Number(arc)) : '\u0100')).join('');
  const searched = runs.inTexts.replace(octets);
  return arcs
    .map((arc, i) => {
      if (Number(arc) > 255) return arc.length >= 6 ? withoutRunsInDigits(arc, runs) : arc;
      return searched[i] === octets[i] ? arc : String(searched.charCodeAt(i));
    })
    .join('.');
}

/** A number in digits; a placeholder that would be too large for its type loses its first digit. */
function withoutRunsInDigits(digits: string, { inNumbers, macs }: Runs): string {
  const half = macs.find(([mac]) => Number(digits) > 0xffff && Number.parseInt(mac.slice(6), 16) === Number(digits));
  if (half !== undefined) return String(Number.parseInt(half[1].slice(6), 16));
  const replaced = inNumbers.replace(digits);
  if (replaced === digits) return digits;
  const isTooLarge = digits.length <= 10 && Number(replaced) > 0x7fff_ffff && Number(digits) <= 0xffff_ffff;
  return BigInt(isTooLarge ? replaced.slice(1) : replaced).toString();
}

const toArcs = (hex: string, size: number): number[] =>
  (hex.match(new RegExp(`.{${size}}`, 'g')) ?? []).map((part) => Number.parseInt(part, 16));
const replaceArcs = (oid: string, arcs: string, by: string): string =>
  oid.includes(arcs) ? `${oid}.`.replaceAll(`.${arcs}.`, `.${by}.`).slice(0, -1) : oid;
