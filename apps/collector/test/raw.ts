import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readElement } from '../src/snmp/ber.ts';
import { type TableName, tables } from '../src/snmp/objects.ts';
import type { RawReading } from '../src/snmp/read-raw.ts';
import { type SnmpValue, toValue } from '../src/snmp/value.ts';
import { ownRecording } from './read.ts';
import { type Recorded, readRecording, toRecorded } from './recording.ts';

const tableNames = Object.keys(tables) as TableName[];

/** A reading as a walk would produce it, every table read completely except those named. */
export function toRaw(values: Iterable<readonly [string, SnmpValue]>, unread: readonly TableName[] = []): RawReading {
  const map = new Map(values);
  return {
    values: map,
    complete: new Set(tableNames.filter((name) => !unread.includes(name))),
    hasPrinterMib: [...map.keys()].some((oid) => oid.startsWith('1.3.6.1.2.1.43.')),
    notes: [],
  };
}

/** The same from `OID|TAG|VALUE` lines. */
export const rawOf = (lines: string, unread: readonly TableName[] = []): RawReading =>
  toRaw(toRecorded(lines).map(toPair), unread);
export const rawRecording = (name: string): RawReading => toRaw(ownRecording(name).map(toPair));

function toPair({ oid, value }: Recorded): [string, SnmpValue] {
  const element = readElement(value, 0);
  if (element === undefined) throw new Error(`${oid}: not a value`);
  return [oid, toValue(element.tag, element.body)];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The recorded printers next to the repository, or in PLATEN_RECORDINGS. */
export const recordedPrinters = process.env.PLATEN_RECORDINGS ?? join(root, '../shared/data/printers');
export const hasRecordedPrinters = existsSync(join(recordedPrinters, 'snmprec/expected.json'));

/** A recorded printer as a whole walk would produce it. */
export function recordedPrinter(name: string): RawReading {
  const objects = readRecording(join(recordedPrinters, 'snmprec', `${name}.snmprec`));
  return toRaw(
    objects.flatMap(({ oid, value }) => {
      const element = readElement(value, 0);
      return element === undefined ? [] : [[oid, toValue(element.tag, element.body)] as const];
    }),
  );
}
