/**
 * The part of BER (X.690) that SNMP uses (RFC 3416 section 3, RFC 1157 section 4, RFC 3412 section 6).
 * Reading never throws: what does not fit is `undefined`, and the caller drops the message.
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

/** The element at `start`; undefined when it is cut short or its length is not one we can hold. */
export function readElement(bytes: Uint8Array, start: number): Element | undefined {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) return undefined;
  let length = first;
  let from = start + 2;
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size < 1 || size > 4) return undefined;
    length = 0;
    for (let i = 0; i < size; i++) {
      const next = bytes[from + i];
      if (next === undefined) return undefined;
      length = length * 256 + next;
    }
    from += size;
  }
  if (from + length > bytes.length) return undefined;
  return { tag, body: bytes.subarray(from, from + length), end: from + length };
}

/** All elements of a constructed body, or undefined when one of them does not fit. */
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
  let value = 0n;
  for (const byte of body) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(body.length * 8, value);
}

/** An unsigned integer; some agents leave out the leading zero octet that BER asks for. */
export function readUnsigned(body: Uint8Array): bigint | undefined {
  if (body.length < 1 || body.length > 9 || (body.length === 9 && body[0] !== 0)) return undefined;
  let value = 0n;
  for (const byte of body) value = (value << 8n) | BigInt(byte);
  return value;
}

/** An object identifier in dotted form; at most 128 arcs of 32 bits (RFC 2578 section 3.5). */
export function readOid(body: Uint8Array): string | undefined {
  if (body.length === 0) return '0.0';
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of body) {
    arc = arc * 128 + (byte & 0x7f);
    if (arc > 0xffff_ffff) return undefined;
    if (byte & 0x80) continue;
    if (arcs.length === 0) {
      const top = Math.min(2, Math.floor(arc / 40));
      arcs.push(top, arc - top * 40);
    } else arcs.push(arc);
    if (arcs.length > 128) return undefined;
    arc = 0;
  }
  const last = body[body.length - 1];
  return last !== undefined && last & 0x80 ? undefined : arcs.join('.');
}

export function writeElement(tag: number, body: Uint8Array): Uint8Array {
  const size = body.length;
  const head =
    size < 0x80
      ? [tag, size]
      : size < 0x100
        ? [tag, 0x81, size]
        : size < 0x1_0000
          ? [tag, 0x82, size >> 8, size & 0xff]
          : [tag, 0x83, size >> 16, (size >> 8) & 0xff, size & 0xff];
  return Buffer.concat([Uint8Array.from(head), body]);
}

export function writeSequence(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  return writeElement(tag, Buffer.concat(parts));
}

/** Any integer in the fewest octets. */
export function writeInteger(value: number | bigint, tag: number = tags.integer): Uint8Array {
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
  const arcs = oid.split('.').map(Number);
  const octets: number[] = [];
  for (const arc of [(arcs[0] ?? 0) * 40 + (arcs[1] ?? 0), ...arcs.slice(2)]) {
    const part = [arc % 128];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) part.unshift(0x80 | (rest % 128));
    octets.push(...part);
  }
  return writeElement(tags.oid, Uint8Array.from(octets));
}
