import type { SnmpValue } from '../snmp/value.ts';
import type { SecretForm } from './secret-forms.ts';

interface Place {
  form: SecretForm;
  offset: number;
}

/**
 * Finds runs of secrets in any of their forms and in any case, also truncated ones, and overwrites them with
 * the same run of the placeholder. `isExempt` excludes runs that are no secret (a word of the product's name
 * in a host name).
 */
export class SecretRuns {
  /** By length of the run, then by the run in lower case. */
  readonly #positions = new Map<number, Map<string, Place>>();

  constructor(forms: readonly SecretForm[], isExempt: (run: string, form: SecretForm) => boolean) {
    for (const form of forms) {
      const lower = form.secret.toLowerCase();
      const last = Math.min(form.to, lower.length - form.shortest);
      for (let offset = form.from; offset <= last; offset++) {
        const run = lower.slice(offset, offset + form.shortest);
        // A run of one character, as `000000`, occurs everywhere and reveals nothing.
        if (
          isExempt(run, form) ||
          /^(.)\1+$/s.test(run) ||
          run === form.placeholder.slice(offset, offset + form.shortest).toLowerCase()
        )
          continue;
        const ofLength = this.#positions.get(form.shortest) ?? new Map<string, Place>();
        this.#positions.set(form.shortest, ofLength);
        if (!ofLength.has(run)) ofLength.set(run, { form, offset });
      }
    }
  }

  /** Latin-1 text of the same length without any run of a secret. */
  replace(text: string): string {
    const lower = text.toLowerCase();
    // Some characters beyond ASCII change their length with their case: then the search uses the text
    // unchanged.
    const searched = lower.length === text.length ? lower : text;
    let written: string[] | undefined;
    for (const [length, positions] of this.#positions)
      for (let at = 0; at + length <= searched.length; at++) {
        const position = positions.get(searched.slice(at, at + length));
        if (position === undefined) continue;
        written ??= text.split('');
        this.#write(written, text, at, length, position);
      }
    return written === undefined ? text : written.join('');
  }

  #write(written: string[], text: string, at: number, length: number, { form, offset }: Place): void {
    const run = text.slice(at, at + length);
    const isExact = run === form.secret.slice(offset, offset + length);
    const isUpper = run === run.toUpperCase() && run !== run.toLowerCase();
    for (let i = 0; i < length; i++) {
      const original = text[at + i] ?? '';
      const placeholder = form.placeholder[offset + i] ?? original;
      written[at + i] = isExact ? placeholder : isUpper ? placeholder.toUpperCase() : withCaseOf(original, placeholder);
    }
  }
}

const withCaseOf = (original: string, text: string): string => {
  if (original !== original.toUpperCase()) return text.toLowerCase();
  return original !== original.toLowerCase() ? text.toUpperCase() : text;
};

/**
 * The runs to search for: in octets and arcs, in the digits of numbers, and MAC addresses as numbers of
 * several octets.
 */
export interface Runs {
  readonly inTexts: SecretRuns;
  readonly inNumbers: SecretRuns;
  readonly macs: readonly (readonly [mac: string, placeholder: string])[];
  /**
   * The MAC addresses as arcs of two and of three octets, forwards and backwards, with those of their
   * placeholders.
   */
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

/**
 * A value of the same type and length without runs of secrets: in octets, in the digits of numbers, in the
 * arcs of OIDs.
 */
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

/**
 * Arcs that are octets are searched as a text of these octets, long arcs as digits, a MAC also as arcs of two
 * or three octets.
 */
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
