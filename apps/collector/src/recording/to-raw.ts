import { type TableName, tables } from '../snmp/objects.ts';
import { printerMib } from '../snmp/objects.ts';
import type { RawReading } from '../snmp/read-raw.ts';
import type { SnmpValue } from '../snmp/value.ts';

/** A recording as a reading that got to the end of everything. */
export function toRawReading(objects: ReadonlyMap<string, SnmpValue>): RawReading {
  return {
    values: objects,
    complete: new Set(Object.keys(tables).filter(isTableName)),
    hasPrinterMib: [...objects.keys()].some((oid) => oid.startsWith(`${printerMib}.`)),
    notes: [],
  };
}

const isTableName = (name: string): name is TableName => name in tables;
