import { tags } from '../snmp/ber.ts';
import type { SnmpValue } from '../snmp/value.ts';

/** One line of a recording, without its end; undefined for what is no value. Octets are text only where they are printable ASCII. */
export function toRecordingLine(oid: string, value: SnmpValue): string | undefined {
  switch (value.type) {
    case 'integer':
    case 'counter32':
    case 'gauge32':
    case 'timeTicks':
    case 'counter64':
    case 'ipAddress':
    case 'oid':
      return `${oid}|${tags[value.type]}|${value.value}`;
    case 'octets':
    case 'opaque': {
      const text = Buffer.from(value.bytes).toString('latin1');
      const isPlain = /^[ -~]*$/.test(text) && !/^\s|\s$/.test(text);
      return isPlain
        ? `${oid}|${tags[value.type]}|${text}`
        : `${oid}|${tags[value.type]}x|${Buffer.from(value.bytes).toString('hex')}`;
    }
    case 'malformed':
      return `${oid}|${value.tag}x|${Buffer.from(value.bytes).toString('hex')}`;
    case 'null':
    case 'noSuchObject':
    case 'noSuchInstance':
    case 'endOfMibView':
      break;
  }
  return undefined;
}
