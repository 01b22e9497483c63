import { toAddressNumber } from '../settings/targets.ts';
import { readElement, tags, writeElement, writeInteger, writeOid } from '../snmp/ber.ts';
import { compareOids, printerMib, type TableName, tables } from '../snmp/objects.ts';
import type { RawReading } from '../snmp/read-raw.ts';
import { type SnmpValue, toValue } from '../snmp/value.ts';

/** A parsed recording: objects in the order of a walk, and the number of lines without an object. */
export interface Recording {
  objects: ReadonlyMap<string, SnmpValue>;
  skipped: number;
}

/** A file is read whole; recordings of the largest devices are a tenth of this. */
export const recordingLimit = 64 * 1024 * 1024;
const whole = /^-?\d{1,20}$/;

/**
 * Parses lines `OID|TAG|VALUE` (snmpsim's format): the tag in decimal, followed by an `x` if the value is
 * hex. Bytes unchanged: the text must be decoded as Latin-1. Blank lines and those that begin with `#` are
 * skipped; the first of repeated OIDs counts.
 */
export function parseRecording(text: string): Recording {
  const found = new Map<string, SnmpValue>();
  let skipped = 0;
  for (const line of text.split('\n')) {
    const content = line.replace(/\r$/, '');
    if (content.trim() === '' || content.startsWith('#')) continue;
    const [, oid, tag, hex, value] = /^\.?(\d{1,10}(?:\.\d{1,10}){1,127})\|(\d{1,3})(x?)\|(.*)$/.exec(content) ?? [];
    const read = oid === undefined || value === undefined ? undefined : toRecorded(Number(tag), hex === 'x', value);
    if (oid === undefined || read === undefined) skipped += 1;
    else if (!found.has(oid)) found.set(oid, read);
  }
  const objects = new Map([...found].sort(([a], [b]) => compareOids(a, b)));
  return { objects, skipped };
}

/** Through the wire encoding, so that a recorded value is decoded like a received one. */
function toRecorded(tag: number, isHex: boolean, text: string): SnmpValue | undefined {
  const element = toWire(tag, isHex, text);
  const read = element === undefined ? undefined : readElement(element, 0);
  return read === undefined ? undefined : toValue(read.tag, read.body);
}

function toWire(tag: number, isHex: boolean, text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (isHex && !/^([0-9a-f]{2})*$/i.test(trimmed)) return undefined;
  const bytes = isHex ? Buffer.from(trimmed, 'hex') : Buffer.from(text, 'latin1');
  switch (tag) {
    case tags.integer:
    case tags.counter32:
    case tags.gauge32:
    case tags.timeTicks:
    case tags.counter64:
      if (isHex) return bytes.length > 0 && bytes.length <= 9 ? writeInteger(BigInt(`0x${trimmed}`), tag) : undefined;
      return whole.test(trimmed) ? writeInteger(BigInt(trimmed), tag) : undefined;
    case tags.oid:
      return /^\.?\d{1,10}(\.\d{1,10}){1,127}$/.test(trimmed) ? writeOid(trimmed.replace(/^\./, '')) : undefined;
    case tags.ipAddress:
      if (isHex) return writeElement(tag, bytes);
      return toAddressNumber(trimmed) === undefined
        ? undefined
        : writeElement(tag, Uint8Array.from(trimmed.split('.').map(Number)));
    case tags.octets:
    case tags.opaque:
    case tags.null:
      return writeElement(tag, tag === tags.null ? new Uint8Array() : bytes);
    default:
      return undefined;
  }
}

/**
 * One line of a recording, without its end; undefined for a value that is none. Octets are text only if they
 * are printable ASCII.
 */
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

/** A recording as a complete reading. */
export function toRawReading(objects: ReadonlyMap<string, SnmpValue>): RawReading {
  return {
    values: objects,
    complete: new Set(Object.keys(tables).filter(isTableName)),
    hasPrinterMib: [...objects.keys()].some((oid) => oid.startsWith(`${printerMib}.`)),
    notes: [],
  };
}

const isTableName = (name: string): name is TableName => name in tables;
