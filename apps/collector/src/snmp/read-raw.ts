import { defaultRoutes, printerMib, scalars, type Table, type TableName, tables } from './objects.ts';
import { suffixUnder } from './oid.ts';
import { type Opened, type OpenOptions, openDevice } from './open.ts';
import { type Further, readFurther, readNext } from './read-further.ts';
import type { SnmpValue } from './value.ts';
import { type Range, readRanges, toColumnRanges, type WalkState } from './walk.ts';

/** The raw values of a device, undecoded. */
export interface RawReading {
  values: ReadonlyMap<string, SnmpValue>;
  /** Tables that were read completely. No conclusion may be drawn from a table that is missing here. */
  complete: ReadonlySet<TableName>;
  /** Whether the device has any object of the Printer-MIB. */
  hasPrinterMib: boolean;
  /** Entries of additional tables (`Further`) that were not read completely. */
  cutShort?: ReadonlySet<string>;
  notes: readonly string[];
}

const identityTables = ['hrDevice', 'hrPrinter', 'general', 'interfaces'] as const satisfies TableName[];
const otherTables = [
  'addresses',
  'covers',
  'inputs',
  'markers',
  'supplies',
  'colorants',
  'console',
  'alerts',
] as const satisfies TableName[];
const allTables: readonly TableName[] = [...identityTables, ...otherTables];

/** A full walk of a large MFP is about 100,000 octets; this limits the memory that a hostile one may use. */
const octetsLimit = 2_000_000;

/** The first objects requested, by GETNEXT, because v1 would refuse a whole GET for one missing object. */
const firstOids = [...Object.values(scalars), ...defaultRoutes, printerMib, tables.hrDevice.entry];

/** Why there is no reading: no answer, or no access. */
export type NotOpened = Exclude<Opened, { kind: 'open' }>;

/**
 * `isWanted` may end the reading after the identity is known; `toFurther` derives from the standard objects
 * which others to read (a maker's own), last, so that they do not delay a standard one.
 */
export async function readRaw(
  options: OpenOptions,
  isWanted: (raw: RawReading) => boolean,
  toFurther: (raw: RawReading) => Further = () => ({ groups: [] }),
): Promise<RawReading | NotOpened> {
  const opened = await openDevice(options, { kind: 'getNext', oids: firstOids });
  if (opened.kind !== 'open') return opened;
  const { session } = opened;
  const first = await readNext(session, firstOids, { known: opened.response });
  const isUnder = (prefix: string): boolean =>
    first?.some(({ oid }) => suffixUnder(prefix, oid) !== undefined) ?? false;
  const values = new Map<string, SnmpValue>();
  const complete = new Set<TableName>();
  const notes: string[] = [];
  const cutShort = new Set<string>();
  const raw: RawReading = { values, complete, hasPrinterMib: isUnder(printerMib), cutShort, notes };
  const hasHostResources = isUnder(tables.hrDevice.entry);
  if (first === undefined) {
    notes.push('the device fell silent after its first answer');
    return raw;
  }
  for (const { oid, value } of first)
    if (isScalar(oid) || defaultRoutes.some((prefix) => suffixUnder(prefix, oid) !== undefined)) values.set(oid, value);

  const state: WalkState = { bulk: 'untried', octetsLeft: octetsLimit };
  for (const names of [identityTables, otherTables]) {
    const held = names.filter((name) => isPossible(name, raw.hasPrinterMib, hasHostResources));
    const walked = await readRanges(session, state, held.flatMap(toRanges));
    for (const { oid, value } of walked.varbinds) if (!values.has(oid)) values.set(oid, value);
    for (const name of names) if (!walked.unread.has(name)) complete.add(name);
    notes.push(...walked.notes);
    if (names === identityTables && walked.unread.size === 0 && !isWanted(raw)) return raw;
    if (walked.unread.size > 0) {
      notes.push(`silent; not read to the end: ${allTables.filter((name) => !complete.has(name)).join(', ')}`);
      return raw;
    }
  }
  const further = await readFurther(session, state, toFurther(raw));
  for (const { oid, value } of further.varbinds) if (!values.has(oid)) values.set(oid, value);
  for (const entry of further.cutShort) cutShort.add(entry);
  notes.push(...further.notes);
  return raw;
}

const isScalar = (oid: string): boolean => Object.values(scalars).some((prefix) => oid === `${prefix}.0`);

function isPossible(name: TableName, hasPrinterMib: boolean, hasHostResources: boolean): boolean {
  const { entry } = tables[name];
  if (suffixUnder(printerMib, entry) !== undefined) return hasPrinterMib;
  // hrPrinterTable may exist alone in devices that leave hrDeviceTable out.
  return name === 'hrDevice' ? hasHostResources : true;
}

const toRanges = (name: TableName): Range[] => {
  const table: Table = tables[name];
  return toColumnRanges(name, table.entry, Object.values(table.columns));
};
