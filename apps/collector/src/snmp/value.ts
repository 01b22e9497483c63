import { readInteger, readOid, readSmallInteger, readUnsigned, tags } from './ber.ts';

/** A value as the agent sent it. `malformed`: the element was whole but its content is not of its type. */
export type SnmpValue =
  | { type: 'integer' | 'counter32' | 'gauge32' | 'timeTicks'; value: number }
  | { type: 'counter64'; value: bigint }
  | { type: 'octets' | 'opaque'; bytes: Uint8Array }
  | { type: 'ipAddress' | 'oid'; value: string }
  | { type: 'null' | 'noSuchObject' | 'noSuchInstance' | 'endOfMibView' }
  | { type: 'malformed'; tag: number; bytes: Uint8Array };

export interface Varbind {
  oid: string;
  value: SnmpValue;
}

/** The value of one element, which keeps the octets of `body`. A value that does not fit its type costs only itself, never the message around it. */
export function toValue(tag: number, body: Uint8Array): SnmpValue {
  const malformed = (): SnmpValue => ({ type: 'malformed', tag, bytes: body });
  switch (tag) {
    case tags.integer: {
      const value = readSmallInteger(body) ?? Number(readInteger(body) ?? Number.NaN);
      return value >= -0x8000_0000 && value <= 0xffff_ffff ? { type: 'integer', value } : malformed();
    }
    case tags.counter32:
      return unsigned('counter32', body) ?? malformed();
    case tags.gauge32:
      return unsigned('gauge32', body) ?? malformed();
    case tags.timeTicks:
      return unsigned('timeTicks', body) ?? malformed();
    case tags.counter64: {
      const value = readUnsigned(body);
      return value === undefined ? malformed() : { type: 'counter64', value };
    }
    case tags.octets:
      return { type: 'octets', bytes: body };
    case tags.opaque:
      return { type: 'opaque', bytes: body };
    case tags.ipAddress:
      return body.length === 4 ? { type: 'ipAddress', value: body.join('.') } : malformed();
    case tags.oid: {
      const value = readOid(body);
      return value === undefined ? malformed() : { type: 'oid', value };
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
      return malformed();
  }
}

function unsigned(type: 'counter32' | 'gauge32' | 'timeTicks', body: Uint8Array): SnmpValue | undefined {
  const value = readUnsigned(body);
  return value !== undefined && value <= 0xffff_ffffn ? { type, value: Number(value) } : undefined;
}

/** The value as evidence shows it: numbers plain, octets as text when they are printable ASCII, else `0x…`; at most 512 characters. */
export function toRawText(value: SnmpValue): string {
  if ('bytes' in value) {
    const text = Buffer.from(value.bytes).toString('latin1');
    return (/^[ -~]*$/.test(text) ? text : `0x${Buffer.from(value.bytes).toString('hex')}`).slice(0, 512);
  }
  return 'value' in value ? String(value.value) : value.type;
}
