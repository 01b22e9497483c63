import { errorStatus, type Response } from './message.ts';
import { compareOids, suffixUnder } from './oid.ts';
import type { Session } from './session.ts';
import type { Varbind } from './value.ts';
import { readRanges, toColumnRanges, type WalkState } from './walk.ts';

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
export interface FurtherRead {
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

export interface NextOptions {
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
