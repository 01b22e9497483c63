import { errorStatus } from './message.ts';
import { compareOids } from './objects.ts';
import type { Session } from './session.ts';
import type { Varbind } from './value.ts';

/** Columns `first` to `last` of one table; neighbours are walked together. */
export interface Range {
  name: string;
  entry: string;
  first: number;
  last: number;
}

export interface Walked {
  varbinds: Varbind[];
  /** Ranges that were not read completely because the device fell silent. */
  unread: Set<string>;
  /** Texts about what was cut or ended early. */
  notes: string[];
}

/** How a device handles GETBULK, learned once for its later walks, and what it may still send. */
export interface WalkState {
  bulk: 'untried' | 'works' | 'no';
  octetsLeft: number;
}

/**
 * Limit for a hostile agent's endless table; the largest real one seen has some hundred objects per column.
 */
const rangeLimit = 2000;
/** About the number of objects in one packet of 1,472 octets. */
const objectsPerPacket = 56;
const oidsPerRequest = 12;

interface Cursor {
  range: Range;
  at: string;
  count: number;
}

/**
 * Reads the ranges with as few round trips as the device allows: GETBULK over several of them at once,
 * GETNEXT column by column if GETBULK gets no answer or an error. `tooBig` halves the request; an OID that
 * does not increase ends its range, as does genErr, which some devices send for the end (RFC 3416 4.2.3 has
 * endOfMibView).
 */
export async function readRanges(session: Session, state: WalkState, ranges: readonly Range[]): Promise<Walked> {
  const walked: Walked = { varbinds: [], unread: new Set(), notes: [] };
  let open = ranges.map(toCursor);
  if (session.version !== '1' && state.bulk !== 'no') open = await walkByBulk(session, state, open, walked);
  if (open.length > 0) await walkByNext(session, state, open.flatMap(toColumns), walked);
  return walked;
}

/** Returns what remains for GETNEXT. */
async function walkByBulk(session: Session, state: WalkState, start: Cursor[], walked: Walked): Promise<Cursor[]> {
  let open = start;
  let objects = objectsPerPacket;
  let width = oidsPerRequest;
  while (open.length > 0) {
    const asked = open.slice(0, width);
    const rest = open.slice(asked.length);
    const repetitions = Math.max(1, Math.floor(objects / asked.length));
    // A short wait is enough for the first GETBULK: a device that ignores it has just answered GETNEXT within
    // roundTripMs.
    const patience = state.bulk === 'untried' ? Math.max(1000, 30 * (session.roundTripMs ?? 50)) : undefined;
    const response = await session.ask(
      { kind: 'getBulk', oids: asked.map((cursor) => cursor.at), repetitions },
      patience,
    );
    if (response === 'silent') {
      state.bulk = 'no';
      return open;
    }
    if (response.errorStatus === errorStatus.tooBig && objects > 1) {
      objects = Math.floor(objects / 2);
      continue;
    }
    // A single repeater without a result, or an error that hides the good rows before it: GETNEXT finds out
    // more.
    if (response.errorStatus !== errorStatus.none || response.varbinds.length === 0) return open;
    state.bulk = 'works';
    // The answer is too short for the request: the ranges at the end keep their position, and the next
    // request is smaller.
    width = Math.min(width, response.varbinds.length);
    const left = asked.filter((cursor, position) =>
      advance(
        cursor,
        response.varbinds.filter((_, i) => i % asked.length === position),
        state,
        walked,
      ),
    );
    open = [...left, ...rest];
  }
  return [];
}

async function walkByNext(session: Session, state: WalkState, start: Cursor[], walked: Walked): Promise<void> {
  let open = start;
  let size = oidsPerRequest;
  while (open.length > 0) {
    const asked = open.slice(0, size);
    const rest = open.slice(asked.length);
    const response = await session.ask({ kind: 'getNext', oids: asked.map((cursor) => cursor.at) });
    if (response === 'silent') {
      for (const cursor of open) walked.unread.add(cursor.range.name);
      return;
    }
    if (response.errorStatus !== errorStatus.none) {
      if (asked.length > 1 && response.errorStatus === errorStatus.tooBig) {
        size = Math.max(1, Math.floor(asked.length / 2));
        continue;
      }
      const culprit = asked.length === 1 ? 1 : response.errorIndex;
      if (culprit < 1 || culprit > asked.length) {
        // The device does not name the object: request them one by one.
        size = 1;
        continue;
      }
      const ended = asked[culprit - 1];
      if (ended !== undefined && response.errorStatus !== errorStatus.noSuchName)
        walked.notes.push(`${ended.range.name}: ended with error status ${response.errorStatus} after ${ended.at}`);
      open = [...asked.filter((cursor) => cursor !== ended), ...rest];
      continue;
    }
    if (response.varbinds.length === 0 && asked.length === 1) {
      walked.notes.push(`${asked[0]?.range.name}: ended with an empty answer after ${asked[0]?.at}`);
      open = rest;
      continue;
    }
    // The answer is too short for the request: request no more than it can return.
    size = Math.max(1, Math.min(size, response.varbinds.length));
    const left = asked.filter((cursor, position) =>
      advance(cursor, response.varbinds.slice(position, position + 1), state, walked),
    );
    open = [...left, ...rest];
  }
}

/** Takes one range's objects of a response; false if the range has ended. */
function advance(cursor: Cursor, varbinds: readonly Varbind[], state: WalkState, walked: Walked): boolean {
  for (const varbind of varbinds) {
    if (varbind.value.type === 'endOfMibView' || varbind.value.type === 'noSuchObject') return false;
    if (compareOids(varbind.oid, cursor.at) <= 0) {
      walked.notes.push(`${cursor.range.name}: ended, ${varbind.oid} does not follow ${cursor.at}`);
      return false;
    }
    if (!isWithin(cursor.range, varbind.oid)) return false;
    if (cursor.count >= rangeLimit) {
      walked.notes.push(`${cursor.range.name}: cut after ${rangeLimit} objects`);
      return false;
    }
    state.octetsLeft -= sizeOf(varbind);
    if (state.octetsLeft < 0) {
      walked.notes.push(`${cursor.range.name}: cut, the device sends more than a report can use`);
      return false;
    }
    walked.varbinds.push(varbind);
    cursor.at = varbind.oid;
    cursor.count++;
  }
  return true;
}

function isWithin(range: Range, oid: string): boolean {
  if (!oid.startsWith(`${range.entry}.`)) return false;
  const column = Number(oid.slice(range.entry.length + 1).split('.', 1)[0]);
  return column >= range.first && column <= range.last;
}

const sizeOf = ({ oid, value }: Varbind): number => oid.length + ('bytes' in value ? value.bytes.length : 8);
const toCursor = (range: Range): Cursor => ({ range, at: `${range.entry}.${range.first}`, count: 0 });

/** The rest of a range, one cursor per column, for the walk by GETNEXT. */
function toColumns(cursor: Cursor): Cursor[] {
  const { entry, last, name } = cursor.range;
  const reached = Number(cursor.at.slice(entry.length + 1).split('.', 1)[0]);
  const columns = Array.from({ length: last - reached + 1 }, (_, i) => reached + i);
  return columns.map((column) => ({
    range: { name, entry, first: column, last: column },
    at: column === reached ? cursor.at : `${entry}.${column}`,
    count: 0,
  }));
}

/**
 * Ranges of the wanted columns (ascending): neighbours are joined, as reading a single unwanted column is
 * cheaper than skipping it.
 */
export function toColumnRanges(name: string, entry: string, columns: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const column of columns) {
    const last = ranges.at(-1);
    if (last !== undefined && column - last.last <= 2) last.last = column;
    else ranges.push({ name, entry, first: column, last: column });
  }
  return ranges;
}
