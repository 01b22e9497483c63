/** JSON punctuation as bytes. */
export const byte = {
  quote: 34,
  comma: 44,
  minus: 45,
  point: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  listStart: 91,
  backslash: 92,
  listEnd: 93,
  objectStart: 123,
  objectEnd: 125,
} as const;

/** The bytes of a text of ASCII. */
export const text = (ascii: string): Buffer => Buffer.from(ascii, 'latin1');

/**
 * Takes the members of a JSON object as `JSON.stringify` writes it, without blanks between them. `read`: asked where each value
 * begins; gives back where it ends, or undefined to give up. Gives back whether it came to the end.
 */
export function walkMembers(json: Buffer, read: (name: string, from: number) => number | undefined): boolean {
  if (json[0] !== byte.objectStart) return false;
  for (let at = 1; ; at++) {
    if (json[at] !== byte.quote) return false;
    const nameEnd = findQuote(json, at + 1);
    if (json[nameEnd + 1] !== byte.colon) return false;
    const end = read(json.toString('latin1', at + 1, nameEnd), nameEnd + 2);
    if (end === undefined) return false;
    if (json[end] !== byte.comma) return json[end] === byte.objectEnd && end === json.length - 1;
    at = end;
  }
}

/**
 * Where the JSON value ends that begins at `from`, if it is one; of what is none it says anything up to the end.
 * -1 where it is nested deeper than `mostDepth` or holds more commas than `mostCommas`.
 */
export function findEnd(
  json: Uint8Array,
  from: number,
  mostDepth = Number.POSITIVE_INFINITY,
  mostCommas = Number.POSITIVE_INFINITY,
): number {
  let depth = 0;
  let commas = 0;
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) at = findQuote(json, at + 1);
    else if (unit === byte.objectStart || unit === byte.listStart) {
      if (++depth > mostDepth) return -1;
    } else if (unit === byte.objectEnd || unit === byte.listEnd) {
      if (depth === 0) return at;
      depth--;
    } else if (unit === byte.comma) {
      if (depth === 0) return at;
      if (++commas > mostCommas) return -1;
    }
  }
  return json.length;
}

/** Where the string ends whose first character is at `from`. */
export function findQuote(json: Uint8Array, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json[at];
    if (unit === byte.quote) return at;
    if (unit === byte.backslash) at++;
  }
  return json.length;
}

/** Steps through JSON as `JSON.stringify` writes it, without blanks. Each step gives back whether it could be made. */
export class JsonCursor {
  readonly json: Buffer;
  at: number;
  /** Where the last text or number stepped over begins; it ends at `end`. */
  start = 0;
  end = 0;

  constructor(json: Buffer, at: number) {
    this.json = json;
    this.at = at;
  }

  /** Steps over this very byte. */
  byte(expected: number): boolean {
    if (this.json[this.at] !== expected) return false;
    this.at++;
    return true;
  }

  /** Steps over these very bytes. */
  skip(expected: Uint8Array): boolean {
    const { json, at } = this;
    for (let i = 0; i < expected.length; i++) if (json[at + i] !== expected[i]) return false;
    this.at = at + expected.length;
    return true;
  }

  /** Steps over bytes that `kinds` has as 1, at least so many and at most `most` of them. */
  span(kinds: Uint8Array, most: number, least = 1): boolean {
    const { json, at } = this;
    let end = at;
    while (kinds[json[end] ?? 0] === 1) end++;
    if (end - at < least || end - at > most) return false;
    this.start = at;
    this.end = end;
    this.at = end;
    return true;
  }

  /** Steps over a number of at most so many whole digits; `fraction`: at most so many after the point. */
  number(whole: number, fraction: number, signed = false): boolean {
    const { json } = this;
    this.start = this.at;
    let at = this.at;
    if (signed && json[at] === byte.minus) at++;
    const first = at;
    while (isDigit(json[at])) at++;
    // None, too many, or zeros before the first figure.
    if (at === first || at - first > whole || (json[first] === byte.zero && at - first > 1)) return false;
    if (fraction > 0 && json[at] === byte.point) {
      const point = at++;
      while (isDigit(json[at])) at++;
      if (at === point + 1 || at - point - 1 > fraction) return false;
    }
    this.end = at;
    this.at = at;
    return true;
  }
}

const isDigit = (unit: number | undefined): boolean => unit !== undefined && unit >= byte.zero && unit <= byte.nine;

/** Which bytes a span may hold, as `JsonCursor.span` takes it. */
export function toKinds(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0));
}

/** Puts a JSON text together. */
export class JsonWriter {
  #buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #at = 0;

  byte(unit: number): void {
    if (this.#at === this.#buffer.length) this.#grow(1);
    this.#buffer[this.#at++] = unit;
  }

  /** The bytes `from` to `to`; a few, as they go over one by one. */
  put(bytes: Uint8Array, from: number, to: number): void {
    if (this.#at + to - from > this.#buffer.length) this.#grow(to - from);
    const buffer = this.#buffer;
    let at = this.#at;
    for (let i = from; i < to; i++) buffer[at++] = bytes[i] ?? 0;
    this.#at = at;
  }

  /** The same in quotes. */
  quoted(bytes: Uint8Array, from: number, to: number): void {
    this.byte(byte.quote);
    this.put(bytes, from, to);
    this.byte(byte.quote);
  }

  /** Gives back what was written, and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#at));
    this.#at = 0;
    return taken;
  }

  /** Forgets what was written. */
  clear(): void {
    this.#at = 0;
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
