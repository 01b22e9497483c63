/**
 * The part of ASN.1's basic encoding rules (X.690) that SNMP v1 and v2c use: definite lengths, one-octet
 * tags.
 */
export interface Element {
  tag: number;
  content: Buffer;
  /** Where the next element begins. */
  end: number;
}

export class BerError extends Error {
  override name = 'BerError';
}

/** Reads the element at `at`. Throws `BerError` when it does not lie whole in the buffer. */
export function readElement(buffer: Buffer, at: number): Element {
  const tag = buffer[at];
  const first = buffer[at + 1];
  if (tag === undefined || first === undefined) throw new BerError('element is cut off');
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const octets = first - 0x80;
    if (octets < 1 || octets > 3 || start + octets > buffer.length) throw new BerError('length is not usable');
    length = buffer.readUIntBE(start, octets);
    start += octets;
  }
  const end = start + length;
  if (end > buffer.length) throw new BerError('element is cut off');
  return { tag, content: buffer.subarray(start, end), end };
}

/** Every element inside the content of another. */
export function readElements(content: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < content.length; ) {
    const element = readElement(content, at);
    elements.push(element);
    at = element.end;
  }
  return elements;
}

export function toElement(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), toLength(content.length), content]);
}

function toLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

/** Two's complement of 1 to 4 octets. */
export function readInteger(content: Buffer): number {
  if (content.length < 1 || content.length > 5) throw new BerError('integer of unusual length');
  return content.readIntBE(0, content.length);
}

export function toInteger(value: number): Buffer {
  for (const octets of [1, 2, 3, 4, 5])
    if (value >= -(2 ** (octets * 8 - 1)) && value < 2 ** (octets * 8 - 1)) {
      const buffer = Buffer.alloc(octets);
      buffer.writeIntBE(value, 0, octets);
      return buffer;
    }
  throw new BerError(`${value} does not fit`);
}

export function readOid(content: Buffer): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (const octet of content) {
    value = value * 128 + (octet & 0x7f);
    if (value > 0xffffffff) throw new BerError('object identifier out of range');
    if (octet >= 0x80) continue;
    numbers.push(value);
    value = 0;
  }
  const [first, ...rest] = numbers;
  if (first === undefined) throw new BerError('object identifier is empty');
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest];
}

export function toOid(numbers: readonly number[]): Buffer {
  const [first = 0, second = 0, ...rest] = numbers;
  return Buffer.from([first * 40 + second, ...rest].flatMap((number) => toBase128(number)));
}

function toBase128(number: number): number[] {
  const octets = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift((rest % 128) + 128);
  return octets;
}
