import { errorStatus, type Response } from './message.ts';
import { compareOids, suffixUnder } from './oid.ts';
import type { Session } from './session.ts';
import type { Varbind } from './value.ts';
import { readRanges, toColumnRanges, type WalkState } from './walk.ts';

/**
 * Objects asked for beside the standard tables. `root`: the group is read only where the device holds anything below it;
 * without one it is read unasked. `oids` are whole instances; `tables` columns of a conceptual row, ascending.
 */
export interface FurtherGroup {
  root?: string;
  oids: readonly string[];
  tables: readonly { entry: string; columns: readonly number[] }[];
}
export interface Further {
  groups: readonly FurtherGroup[];
}
export interface FurtherRead {
  varbinds: Varbind[];
  /** Entries that were not read to their end. */
  cutShort: Set<string>;
  notes: string[];
}

/** Twelve counters and texts of usual length fit the smallest packet an agent must take (484 octets, RFC 3417). */
const oidsPerRequest = 12;
const notToTheEnd = "silent; the maker's own objects were not read to the end";

/** Reads the groups with few round trips: an object the device does not hold costs no more than its place in a packet. */
export async function readFurther(session: Session, state: WalkState, { groups }: Further): Promise<FurtherRead> {
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

/** The groups without a root, and those whose root holds anything; undefined when the device falls silent. */
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

/** An OID after which the wanted one comes first: the neighbour before it, else what it lies below. */
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

export interface NextOptions {
  /** The answer to the whole list, where it is there already. */
  known?: Response;
  /** Most objects of one request. */
  size?: number;
  /**
   * What a refusal says: of that one object (the default, as some agents refuse single ones), or that the MIB ends there, so that nothing
   * is to be had beyond it either. A general error says so only when it comes again and again.
   */
  refusal?: 'object' | 'end';
}
/** General errors after which the end is believed. */
const refusalsOfEnd = 3;

/** One object after each OID, by GETNEXT; those the device refuses are left out. Undefined when it falls silent. */
export async function readNext(
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
      // A device that answers with fewer objects is asked for the others.
      left = left.slice(Math.max(1, varbinds.length));
      continue;
    }
    const culprit = asked.length === 1 ? asked[0] : asked[errorIndex - 1];
    if (culprit === undefined || (status === errorStatus.tooBig && asked.length > 1)) {
      // Too much at once, or the device does not say which object it means: ask for fewer.
      size = status === errorStatus.tooBig ? Math.ceil(asked.length / 2) : 1;
      continue;
    }
    refusals++;
    const isEnd = refusal === 'end' && (status === errorStatus.noSuchName || refusals >= refusalsOfEnd);
    left = left.filter((oid) => oid !== culprit && !(isEnd && compareOids(oid, culprit) > 0));
  }
  return found;
}
