/**
 * A form in which a device may send a secret, and the same form of its placeholder; both as Latin-1 and of
 * equal length. `shortest`: the number of characters that reveal the secret; `from` and `to` limit where such
 * a run may begin.
 */
export interface SecretForm {
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
