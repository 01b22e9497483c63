/**
 * Codes from first to last, both included; `width` is how many. One code, or a bare letter, is a span of
 * width 1.
 */
export interface Span {
  readonly first: string;
  readonly last: string;
  readonly width: number;
}

const single = /^(?:[A-F]|[0-9A-F]{4})$/;
const range = /^([0-9A-F]{4})-([0-9A-F]{4})$/;

/**
 * The spans of a key of a table: codes (`C010`) and ranges (`C020-C024`) separated by a comma and a blank.
 * Undefined where the key is malformed: small letters, other separators, a range that does not rise.
 */
export function parseKeys(keys: string): readonly Span[] | undefined {
  const spans: Span[] = [];
  for (const part of keys.split(', ')) {
    const span = parseSpan(part);
    if (span === undefined) return undefined;
    spans.push(span);
  }
  return spans;
}

function parseSpan(part: string): Span | undefined {
  if (single.test(part)) return { first: part, last: part, width: 1 };
  const [, first, last] = range.exec(part) ?? [];
  if (first === undefined || last === undefined || first >= last) return undefined;
  return { first, last, width: Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1 };
}

/** Every code of the span, in rising order, counted in hexadecimal. */
export function codesOf(span: Span): readonly string[] {
  if (span.width === 1) return [span.first];
  const from = Number.parseInt(span.first, 16);
  return Array.from({ length: span.width }, (_, index) => toCode(from + index));
}

/** Four capital hexadecimal digits of a number from 0 to 65,535. */
export const toCode = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

/** The span as a key writes it. */
export const spanText = (span: Span): string => (span.width === 1 ? span.first : `${span.first}-${span.last}`);
