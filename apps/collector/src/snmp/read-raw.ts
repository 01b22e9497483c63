import { errorStatus, type Response } from './message.ts';
import {
  compareOids,
  defaultRoutes,
  printerMib,
  scalars,
  suffixUnder,
  type Table,
  type TableName,
  tables,
} from './objects.ts';
import { type Opened, type OpenOptions, openDevice } from './open.ts';
import type { Session } from './session.ts';
import type { SnmpValue, Varbind } from './value.ts';
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
  'outputs',
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

/**
 * Objects read in addition to the standard tables. `root`: the group is read only if the device has anything
 * below it; without one it is always read. `oids` are full instances; `tables` columns of a conceptual row,
 * ascending.
 */
export interface FurtherGroup {
  root?: string;
  oids: readonly string[];
  tables: readonly { entry: string; columns: readonly number[] }[];
}
export interface Further {
  groups: readonly FurtherGroup[];
}
interface FurtherRead {
  varbinds: Varbind[];
  /** Entries that were not read completely. */
  cutShort: Set<string>;
  notes: string[];
}

/**
 * Twelve counters and texts of usual length fit the smallest packet an agent must accept (484 octets, RFC
 * 3417).
 */
const oidsPerRequest = 12;
const notToTheEnd = "silent; the maker's own objects were not read to the end";

/** Reads the groups with few round trips: a missing object costs no more than its slot in a packet. */
async function readFurther(session: Session, state: WalkState, { groups }: Further): Promise<FurtherRead> {
  const read: FurtherRead = { varbinds: [], cutShort: new Set(), notes: [] };
  const held = await chooseHeld(session, groups);
  if (held === undefined) return silent(read, groups);
  const wanted = [...new Set(held.flatMap(({ oids }) => oids))];
  if (wanted.length > 0) {
    // GETNEXT from just before each: v1 refuses a whole GET for one missing object.
    const found = await readNext(session, wanted.map(toBefore), { size: oidsPerRequest, refusal: 'end' });
    if (found === undefined) return silent(read, held);
    const isWanted = new Set(wanted);
    read.varbinds.push(...found.filter(({ oid }) => isWanted.has(oid)));
  }
  const ranges = held.flatMap(({ tables }) =>
    tables.flatMap(({ entry, columns }) => toColumnRanges(entry, entry, columns)),
  );
  if (ranges.length === 0) return read;
  const walked = await readRanges(session, state, ranges);
  read.varbinds.push(...walked.varbinds);
  read.notes.push(...walked.notes);
  for (const entry of walked.unread) read.cutShort.add(entry);
  if (walked.unread.size > 0) read.notes.push(notToTheEnd);
  return read;
}

/** The groups without a root, and those whose root has any object; undefined if the device falls silent. */
async function chooseHeld(
  session: Session,
  groups: readonly FurtherGroup[],
): Promise<readonly FurtherGroup[] | undefined> {
  const roots = [...new Set(groups.flatMap(({ root }) => root ?? []))];
  if (roots.length === 0) return groups;
  const found = await readNext(session, roots, { refusal: 'end' });
  return found === undefined
    ? undefined
    : groups.filter(({ root }) => root === undefined || found.some(({ oid }) => suffixUnder(root, oid) !== undefined));
}

/** An OID whose successor is the wanted one: the neighbour before it, else its parent. */
function toBefore(oid: string): string {
  const end = oid.lastIndexOf('.');
  const last = Number(oid.slice(end + 1));
  return last === 0 ? oid.slice(0, end) : `${oid.slice(0, end)}.${last - 1}`;
}

function silent(read: FurtherRead, groups: readonly FurtherGroup[]): FurtherRead {
  for (const { tables } of groups) for (const { entry } of tables) read.cutShort.add(entry);
  read.notes.push(notToTheEnd);
  return read;
}

interface NextOptions {
  /** The answer to the whole list, if it has already been received. */
  known?: Response;
  /** Maximum number of objects per request. */
  size?: number;
  /**
   * The meaning of a refusal: of that one object (the default, as some agents refuse single ones), or the end
   * of the MIB, with nothing beyond it. A general error means the end only if it is repeated.
   */
  refusal?: 'object' | 'end';
}
/** General errors that count as the end. */
const refusalsOfEnd = 3;

/** The successor of each OID, by GETNEXT; refused ones are left out. Undefined if the device falls silent. */
async function readNext(
  session: Session,
  oids: readonly string[],
  { known, size: most = oids.length, refusal = 'object' }: NextOptions = {},
): Promise<Varbind[] | undefined> {
  const found: Varbind[] = [];
  let left = refusal === 'end' ? oids.toSorted(compareOids) : [...oids];
  let size = most;
  let refusals = 0;
  let answer: Response | 'silent' | undefined = known;
  while (left.length > 0) {
    const asked = left.slice(0, size);
    answer ??= await session.ask({ kind: 'getNext', oids: asked });
    if (answer === 'silent') return undefined;
    const { errorStatus: status, errorIndex, varbinds } = answer;
    answer = undefined;
    if (status === errorStatus.none) {
      found.push(...varbinds);
      // If a device answers with fewer objects, the others are requested again.
      left = left.slice(Math.max(1, varbinds.length));
      continue;
    }
    const culprit = asked.length === 1 ? asked[0] : asked[errorIndex - 1];
    if (culprit === undefined || (status === errorStatus.tooBig && asked.length > 1)) {
      // Too much at once, or the device does not name the object: request fewer.
      size = status === errorStatus.tooBig ? Math.ceil(asked.length / 2) : 1;
      continue;
    }
    refusals++;
    const isEnd = refusal === 'end' && (status === errorStatus.noSuchName || refusals >= refusalsOfEnd);
    left = left.filter((oid) => oid !== culprit && !(isEnd && compareOids(oid, culprit) > 0));
  }
  return found;
}
