/**
 * The part of BER (X.690) that SNMP uses (RFC 3416 section 3, RFC 1157 section 4, RFC 3412 section 6).
 * Reading never throws: invalid input yields `undefined`, and the caller drops the message.
 */
export const tags = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  opaque: 0x44,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
  getRequest: 0xa0,
  getNextRequest: 0xa1,
  response: 0xa2,
  setRequest: 0xa3,
  getBulkRequest: 0xa5,
  report: 0xa8,
} as const;

export interface Element {
  tag: number;
  body: Uint8Array;
  /** Where the next element begins. */
  end: number;
}

/** Position of an element: its body from `from` to before `end`, where the next one begins. */
export interface Span {
  tag: number;
  from: number;
  end: number;
}

/**
 * Finds the element at `start`, which must end by `limit`; false if it is truncated or its length is not
 * supported.
 */
export function readSpan(bytes: Uint8Array, start: number, limit: number, into: Span): boolean {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) return false;
  let length = first;
  let from = start + 2;
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size < 1 || size > 4) return false;
    length = 0;
    for (let i = 0; i < size; i++) {
      const next = bytes[from + i];
      if (next === undefined) return false;
      length = length * 256 + next;
    }
    from += size;
  }
  into.tag = tag;
  into.from = from;
  into.end = from + length;
  return into.end <= limit;
}

/** The element at `start`; undefined if it is truncated or its length is not supported. */
export function readElement(bytes: Uint8Array, start: number): Element | undefined {
  const span = { tag: 0, from: 0, end: 0 };
  if (!readSpan(bytes, start, bytes.length, span)) return undefined;
  return { tag: span.tag, body: bytes.subarray(span.from, span.end), end: span.end };
}

/** All elements of a constructed body; undefined if one of them does not fit. */
export function readElements(body: Uint8Array): Element[] | undefined {
  const found: Element[] = [];
  for (let at = 0; at < body.length; ) {
    const element = readElement(body, at);
    if (element === undefined) return undefined;
    found.push(element);
    at = element.end;
  }
  return found;
}

/** A two's complement integer of at most 8 octets. */
export function readInteger(body: Uint8Array): bigint | undefined {
  if (body.length < 1 || body.length > 8) return undefined;
  const small = readSmallInteger(body);
  if (small !== undefined) return BigInt(small);
  let value = 0n;
  for (const byte of body) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(body.length * 8, value);
}

/** The same for at most 6 octets, the usual case, without a big integer; undefined for longer ones. */
export function readSmallInteger(bytes: Uint8Array, from = 0, end = bytes.length): number | undefined {
  const first = bytes[from];
  if (first === undefined || end <= from || end - from > 6) return undefined;
  let value = first < 0x80 ? first : first - 0x100;
  for (let i = from + 1; i < end; i++) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

/** An unsigned integer; some agents leave out the leading zero octet that BER requires. */
export function readUnsigned(body: Uint8Array): bigint | undefined {
  if (body.length < 1 || body.length > 9 || (body.length === 9 && body[0] !== 0)) return undefined;
  let small = 0;
  const short = Math.min(6, body.length);
  for (let i = 0; i < short; i++) small = small * 256 + (body[i] ?? 0);
  let value = BigInt(small);
  for (let i = short; i < body.length; i++) value = (value << 8n) | BigInt(body[i] ?? 0);
  return value;
}

/** Room for the longest object identifier in dotted form: 128 arcs of 10 digits. */
const dotted = Buffer.alloc(128 * 11);
const [zero, dot] = [0x30, 0x2e];

/**
 * An object identifier in dotted form; at most 128 arcs of 32 bits (RFC 2578 section 3.5). Digits are written
 * into one buffer: concatenating texts arc by arc took most of the time of a walk.
 */
export function readOid(bytes: Uint8Array, from = 0, end = bytes.length): string | undefined {
  if (from === end) return '0.0';
  let length = 0;
  let arcs = 0;
  let arc = 0;
  for (let i = from; i < end; i++) {
    const byte = bytes[i] ?? 0;
    arc = arc * 128 + (byte & 0x7f);
    if (arc > 0xffff_ffff) return undefined;
    if (byte & 0x80) continue;
    if (arcs === 0) {
      const top = arc < 80 ? Math.floor(arc / 40) : 2;
      dotted[0] = zero + top;
      length = putArc(arc - top * 40, 1);
      arcs = 2;
    } else {
      length = putArc(arc, length);
      arcs++;
    }
    if (arcs >= 128 && i < end - 1) return undefined;
    arc = 0;
  }
  return (bytes[end - 1] ?? 0) & 0x80 ? undefined : dotted.toString('latin1', 0, length);
}

/** Appends a dot and the arc's digits; returns the new length. */
function putArc(arc: number, at: number): number {
  dotted[at] = dot;
  let end = at + 2;
  for (let rest = arc; rest >= 10; rest = Math.floor(rest / 10)) end++;
  let rest = arc;
  for (let position = end - 1; position > at; position--) {
    const next = Math.floor(rest / 10);
    dotted[position] = zero + rest - next * 10;
    rest = next;
  }
  return end;
}

export function writeElement(tag: number, body: Uint8Array): Uint8Array {
  return writeSequence(tag, [body]);
}

/** One element around the parts, each copied once. */
export function writeSequence(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const lengthOctets = size < 0x80 ? 0 : size < 0x100 ? 1 : size < 0x1_0000 ? 2 : 3;
  const whole = new Uint8Array(2 + lengthOctets + size);
  whole[0] = tag;
  whole[1] = lengthOctets === 0 ? size : 0x80 | lengthOctets;
  for (let i = 0; i < lengthOctets; i++) whole[2 + i] = size >> (8 * (lengthOctets - 1 - i));
  let at = 2 + lengthOctets;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Any integer in the fewest octets. */
export function writeInteger(value: number | bigint, tag: number = tags.integer): Uint8Array {
  if (typeof value === 'number' && value >= 0 && value < 0x80) return Uint8Array.of(tag, 1, value);
  if (typeof value === 'number' && value >= 0x80_0000 && value < 0x8000_0000)
    return Uint8Array.of(tag, 4, value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
  const octets: number[] = [];
  let rest = BigInt(value);
  for (;;) {
    const low = Number(rest & 0xffn);
    octets.unshift(low);
    rest >>= 8n;
    if ((rest === 0n && low < 0x80) || (rest === -1n && low >= 0x80)) break;
  }
  return writeElement(tag, Uint8Array.from(octets));
}

export function writeOid(oid: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number);
  const octets: number[] = [];
  pushArc(octets, first * 40 + second);
  for (const arc of rest) pushArc(octets, arc);
  return writeElement(tags.oid, Uint8Array.from(octets));
}

/** Seven bits per octet, the highest bit set in all but the last. */
function pushArc(octets: number[], arc: number): void {
  if (arc >= 128) {
    const high: number[] = [];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) high.unshift(0x80 | (rest % 128));
    octets.push(...high);
  }
  octets.push(arc % 128);
}
