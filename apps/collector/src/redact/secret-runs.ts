import type { SnmpValue } from '../snmp/value.ts';

interface RunPosition {
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
  readonly #positions = new Map<number, Map<string, RunPosition>>();

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
        const ofLength = this.#positions.get(form.shortest) ?? new Map<string, RunPosition>();
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

  #write(written: string[], text: string, at: number, length: number, { form, offset }: RunPosition): void {
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
/** An OID with a run of arcs (`1.3.6`) replaced; the first arc is never part of one. */
export const replaceArcs = (oid: string, arcs: string, by: string): string =>
  arcs === '' || arcs === by || !oid.includes(arcs) ? oid : `${oid}.`.replaceAll(`.${arcs}.`, `.${by}.`).slice(0, -1);

/**
 * A form in which a device may send a secret, and the same form of its placeholder; both as Latin-1 and of
 * equal length. `shortest`: the number of characters that reveal the secret; `from` and `to` limit where such
 * a run may begin.
 */
interface SecretForm {
  readonly secret: string;
  readonly placeholder: string;
  readonly shortest: number;
  /** Plain text: words of the product and the trade may occur in it. */
  readonly isPlain?: boolean;
  readonly from: number;
  readonly to: number;
}

/** Runs of this many characters of a secret are replaced at every position. */
const runLength = 6;

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const reversed = (text: string): string => text.split('').toReversed().join('');
const hexOf = (text: string): string => toBytes(text).toString('hex');
const pairs = (hex: string, separator: string): string => (hex.match(/../g) ?? []).join(separator);
const wide = (text: string, isBig: boolean): string =>
  text
    .split('')
    .map((character) => (isBig ? `\0${character}` : `${character}\0`))
    .join('');
const packed = (digits: string): string => latin1(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));

/**
 * Base64 of a text that begins at the given octet of a group of three; characters that depend on neighbours
 * are left out.
 */
function base64At(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), toBytes(text)])
    .toString('base64')
    .replaceAll('=', '');
  const first = offset === 0 ? 0 : offset + 1;
  const isWhole = (offset + text.length) % 3 === 0;
  return encoded.slice(first, isWhole ? undefined : -1);
}

const toForm = (secret: string, placeholder: string, perCharacter: number): SecretForm[] => {
  if (secret.length !== placeholder.length || secret.length < 3 || secret === placeholder) return [];
  const shortest = Math.min(secret.length, Math.max(3, Math.ceil(runLength * perCharacter)));
  return [{ secret, placeholder, shortest, from: 0, to: secret.length }];
};

/**
 * A text plain, backwards, in hex with and without separators, in numbers, Base64, UTF-16; digits also packed
 * two per octet and one by one.
 */
export function toTextForms(secret: string, placeholder: string): SecretForm[] {
  const of = (encode: (text: string) => string, perCharacter: number): SecretForm[] =>
    toForm(encode(secret), encode(placeholder), perCharacter);
  const inDigits =
    /^[0-9a-f]{6,}$/i.test(secret) && /^[0-9a-f]+$/i.test(placeholder)
      ? [...of(packed, 0.5), ...of((digits) => packed(reversed(digits)), 0.5)]
      : [];
  const byOctet = (text: string): string => latin1(Uint8Array.from(text.split('').map(Number)));
  const decimals = toForm([...toBytes(secret)].join('.'), [...toBytes(placeholder)].join('.'), 3);
  return [
    ...of((text) => text, 1).map((form) => ({ ...form, isPlain: true })),
    ...of(reversed, 1),
    ...of(hexOf, 2),
    ...of((text) => hexOf(reversed(text)), 2),
    ...[':', '-', ' '].flatMap((separator) => of((text) => pairs(hexOf(text), separator), 3)),
    ...decimals,
    ...[0, 1, 2].flatMap((offset) => of((text) => base64At(text, offset), 1.3)),
    ...of((text) => wide(text, false), 2),
    ...of((text) => wide(text, true), 2),
    ...inDigits,
    ...(/^\d{6,}$/.test(secret) && /^\d+$/.test(placeholder) ? of(byOctet, 1) : []),
  ];
}

/** The digits of a text as they occur in a number; forms with a letter do not occur in numbers. */
export const toNumberForms = (secret: string, placeholder: string): SecretForm[] => toForm(secret, placeholder, 1);

/**
 * A MAC address as 12 hex digits; its first half, the maker's, is the same in the placeholder and reveals
 * nothing.
 */
export function toMacForms(mac: string, placeholder: string): SecretForm[] {
  const backwards = (hex: string): string => (hex.match(/../g) ?? []).toReversed().join('');
  const form = (encode: (hex: string) => string, shortest: number, from: number, to = 64): SecretForm[] => {
    const [one, other] = [encode(mac), encode(placeholder)];
    return one.length === other.length ? [{ secret: one, placeholder: other, shortest, from, to }] : [];
  };
  const raw = (hex: string): string => latin1(Buffer.from(hex, 'hex'));
  return [
    ...form((hex) => hex, 6, 1),
    ...[':', '-', ' ', '.'].flatMap((separator) => form((hex) => pairs(hex, separator), 8, 3)),
    ...['.', ':', '-'].flatMap((separator) => form((hex) => (hex.match(/.{4}/g) ?? []).join(separator), 7, 2)),
    ...form(backwards, 6, 0, 6),
    ...[':', '-', ' '].flatMap((separator) => form((hex) => pairs(backwards(hex), separator), 8, 0, 7)),
    ...form((hex) => reversed(hex), 6, 0, 6),
    ...form(raw, 3, 1),
    ...form((hex) => raw(backwards(hex)), 3, 0, 3),
    ...[0, 1, 2].flatMap((offset) => form((hex) => base64At(raw(hex), offset), 6, 0)),
    ...form((hex) => hexOf(hex), 12, 1),
  ];
}
