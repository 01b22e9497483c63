import { readInteger, readOid, readSmallInteger, readUnsigned, tags } from './ber.ts';

/** A value as the agent sent it. `malformed`: the element was complete but its content is not of its type. */
export type SnmpValue =
  | { type: 'integer' | 'counter32' | 'gauge32' | 'timeTicks'; value: number }
  | { type: 'counter64'; value: bigint }
  | { type: 'octets' | 'opaque'; bytes: Uint8Array }
  | { type: 'ipAddress' | 'oid'; value: string }
  | { type: 'null' | 'noSuchObject' | 'noSuchInstance' | 'endOfMibView' }
  | { type: 'malformed'; tag: number; bytes: Uint8Array };

/** Whether a value only states that the object has none. */
export const isAbsent = ({ type }: SnmpValue): boolean =>
  type === 'null' || type === 'noSuchObject' || type === 'noSuchInstance' || type === 'endOfMibView';

export interface Varbind {
  oid: string;
  value: SnmpValue;
}

/**
 * The value of the element at this position, retaining its octets only. A value that does not fit its type
 * affects only itself, never the message around it.
 */
export function toValue(tag: number, bytes: Uint8Array, from = 0, end = bytes.length): SnmpValue {
  switch (tag) {
    case tags.integer: {
      const value = readSmallInteger(bytes, from, end) ?? Number(readInteger(bytes.subarray(from, end)) ?? Number.NaN);
      const fits = value >= -0x8000_0000 && value <= 0xffff_ffff;
      return fits ? { type: 'integer', value } : toMalformed(tag, bytes, from, end);
    }
    case tags.counter32:
      return toUnsigned('counter32', tag, bytes, from, end);
    case tags.gauge32:
      return toUnsigned('gauge32', tag, bytes, from, end);
    case tags.timeTicks:
      return toUnsigned('timeTicks', tag, bytes, from, end);
    case tags.counter64: {
      const value = readUnsigned(bytes.subarray(from, end));
      return value === undefined ? toMalformed(tag, bytes, from, end) : { type: 'counter64', value };
    }
    case tags.octets:
      return { type: 'octets', bytes: bytes.subarray(from, end) };
    case tags.opaque:
      return { type: 'opaque', bytes: bytes.subarray(from, end) };
    case tags.ipAddress:
      return end - from === 4
        ? { type: 'ipAddress', value: bytes.subarray(from, end).join('.') }
        : toMalformed(tag, bytes, from, end);
    case tags.oid: {
      const value = readOid(bytes, from, end);
      return value === undefined ? toMalformed(tag, bytes, from, end) : { type: 'oid', value };
    }
    case tags.null:
      return { type: 'null' };
    case tags.noSuchObject:
      return { type: 'noSuchObject' };
    case tags.noSuchInstance:
      return { type: 'noSuchInstance' };
    case tags.endOfMibView:
      return { type: 'endOfMibView' };
    default:
      return toMalformed(tag, bytes, from, end);
  }
}

const toMalformed = (tag: number, bytes: Uint8Array, from: number, end: number): SnmpValue => ({
  type: 'malformed',
  tag,
  bytes: bytes.subarray(from, end),
});

function toUnsigned(
  type: 'counter32' | 'gauge32' | 'timeTicks',
  tag: number,
  bytes: Uint8Array,
  from: number,
  end: number,
): SnmpValue {
  // A leading bit marks a large number without the leading octet that BER requires.
  const small = (bytes[from] ?? 0x80) < 0x80 ? readSmallInteger(bytes, from, end) : undefined;
  const value = small ?? Number(readUnsigned(bytes.subarray(from, end)) ?? Number.NaN);
  return value <= 0xffff_ffff ? { type, value } : toMalformed(tag, bytes, from, end);
}

/**
 * The value as evidence shows it: numbers plain, octets as text if they are printable ASCII, else `0x…`; at
 * most 512 characters.
 */
export function toRawText(value: SnmpValue): string {
  if ('bytes' in value) {
    const text = Buffer.from(value.bytes).toString('latin1');
    return (/^[ -~]*$/.test(text) ? text : `0x${Buffer.from(value.bytes).toString('hex')}`).slice(0, 512);
  }
  return 'value' in value ? String(value.value) : value.type;
}
