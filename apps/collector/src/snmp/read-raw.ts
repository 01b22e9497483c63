import { errorStatus, type Response, type SnmpVersion } from './message.ts';
import { type Ask, openSession, type Session, type SessionOptions } from './session.ts';
import { suffixUnder } from './oid.ts';
import { defaultRoutes, printerMib, scalars, type Table, type TableName, tables } from './objects.ts';
import type { SnmpValue, Varbind } from './value.ts';
import { type Range, readRanges, type WalkState } from './walk.ts';

/** All that a device said, undecoded. */
export interface RawReading {
  values: ReadonlyMap<string, SnmpValue>;
  /** Tables that were read to their end. One that is missing here was cut off: nothing may be concluded from it. */
  complete: ReadonlySet<TableName>;
  /** Whether the device holds any object of the Printer-MIB. */
  hasPrinterMib: boolean;
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

/** A full walk of a large MFP is about 100,000 octets; what a hostile one may cost in memory ends here. */
const octetsLimit = 2_000_000;

/** The first objects asked for; GETNEXT, because v1 would refuse a whole GET for one missing object. */
const firstOids = [...Object.values(scalars), ...defaultRoutes, printerMib, tables.hrDevice.entry];

/** Undefined when nothing answered. `isWanted` may end the reading after the identity is known. */
export async function readRaw(
  options: SessionOptions,
  versions: readonly SnmpVersion[],
  isWanted: (raw: RawReading) => boolean,
): Promise<RawReading | undefined> {
  const opened = await openSession(options, versions, { kind: 'getNext', oids: firstOids });
  if (opened === undefined) return undefined;
  const { session } = opened;
  const first = await readFirst(session, firstOids, opened.response);
  const isUnder = (prefix: string): boolean =>
    first?.some(({ oid }) => suffixUnder(prefix, oid) !== undefined) ?? false;
  const values = new Map<string, SnmpValue>();
  const complete = new Set<TableName>();
  const notes: string[] = [];
  const raw: RawReading = { values, complete, hasPrinterMib: isUnder(printerMib), notes };
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
  return raw;
}

/** One object after each OID; those the device refuses are left out. Undefined when it falls silent. */
async function readFirst(session: Session, oids: readonly string[], known?: Response): Promise<Varbind[] | undefined> {
  const found: Varbind[] = [];
  let left = [...oids];
  let answer: Response | 'silent' | undefined = known;
  while (left.length > 0) {
    answer ??= await session.ask({ kind: 'getNext', oids: left });
    if (answer === 'silent') return undefined;
    if (answer.errorStatus === errorStatus.none) {
      found.push(...answer.varbinds);
      // A device that answers with fewer objects is asked for the others.
      left = left.slice(Math.max(1, answer.varbinds.length));
    } else {
      const culprit = left.length === 1 ? 1 : answer.errorIndex;
      if (culprit < 1 || culprit > left.length) return readEach(session, left, found);
      left = left.filter((_, place) => place !== culprit - 1);
    }
    answer = undefined;
  }
  return found;
}

/** The same one by one, for a device that does not say which object it refuses. */
async function readEach(
  session: Session,
  oids: readonly string[],
  before: readonly Varbind[],
): Promise<Varbind[] | undefined> {
  const found = [...before];
  for (const oid of oids) {
    const ask: Ask = { kind: 'getNext', oids: [oid] };
    const answer = await session.ask(ask);
    if (answer === 'silent') return undefined;
    if (answer.errorStatus === errorStatus.none) found.push(...answer.varbinds);
  }
  return found;
}

const isScalar = (oid: string): boolean => Object.values(scalars).some((prefix) => oid === `${prefix}.0`);

function isPossible(name: TableName, hasPrinterMib: boolean, hasHostResources: boolean): boolean {
  const { entry } = tables[name];
  if (suffixUnder(printerMib, entry) !== undefined) return hasPrinterMib;
  // hrPrinterTable may stand alone in devices that leave hrDeviceTable out.
  return name === 'hrDevice' ? hasHostResources : true;
}

/** Neighbouring columns become one range; a gap of one unwanted column is cheaper read than skipped. */
function toRanges(name: TableName): Range[] {
  const table: Table = tables[name];
  const ranges: Range[] = [];
  for (const column of Object.values(table.columns)) {
    const last = ranges.at(-1);
    if (last !== undefined && column - last.last <= 2) last.last = column;
    else ranges.push({ name, entry: table.entry, first: column, last: column });
  }
  return ranges;
}
