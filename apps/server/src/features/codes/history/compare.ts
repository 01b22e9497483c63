import type { CodeComparison } from '@platen/contract/code-history';
import { isNewWithFirmware } from '@platen/diagnosis/code-history/change-context';
import { type CodeReading, readingAt, toCodeSpans } from '@platen/diagnosis/code-history/code-spans';
import { compareSides } from '@platen/diagnosis/code-history/compare-sides';
import { loadAdjusting } from '../../../history/code-history/load-model-values.ts';
import { loadDevicePast } from '../../../history/code-history/load-past.ts';
import { loadCodeReadings } from '../../../history/code-history/load-readings.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { readHistoryDevice } from './changes.ts';
import { loadNotes } from './notes.ts';
import { parseSide, readSide, type Side } from './sides.ts';
import { toExplained, toInstant, toSpan } from './to-entry.ts';
import { readModelValues, type Store } from './values.ts';

/**
 * What differs between two sides (CH-03, CH-04), with the last change of each code between the two readings
 * where both are of this device. Refuses 202001 a side that there is none of.
 */
export async function compareCodes(
  store: Store,
  user: SignedInUser,
  deviceId: string,
  query: { readonly left: string; readonly right: string },
  now: Date,
): Promise<CodeComparison> {
  const device = await readHistoryDevice(store, user, deviceId);
  const wanted = { left: parseSide('left', query.left), right: parseSide('right', query.right) };
  const newest = await loadNewest(store, deviceId, device.last);
  const values = await readModelValues(store, user, deviceId, newest?.codes.size ?? 0);
  const context = { store, user, deviceId, device, values, newest, now };
  const [left, right] = [await readSide(context, 'left', wanted.left), await readSide(context, 'right', wanted.right)];
  const isOwn = left.at !== null && right.at !== null && !left.isOther && !right.isOther;
  const lists = [left, right].some(({ isList }) => isList);
  const { differences, compared } = lists
    ? compareList(left, right, values)
    : compareSides(left.codes, right.codes, values);
  const from = Math.min(left.at ?? now.getTime(), right.at ?? now.getTime());
  const until = Math.max(left.at ?? 0, right.at ?? 0);
  const since = new Date(from);
  const adjusting = (await loadAdjusting(store.db, [device.family ?? ''])).get(device.family ?? '') ?? new Set();
  const past = await loadDevicePast(store.db, deviceId, since);
  const notes = await loadNotes(store.db, deviceId);
  const readings = isOwn ? ((await loadCodeReadings(store.db, [deviceId], since)).get(deviceId) ?? []) : [];
  const spans = toCodeSpans(readings.filter(({ at }) => at <= until));
  const last = new Map(spans.changes.map((change) => [change.code, change]));
  const appeared = new Map(spans.appeared.map((one) => [one.code, one]));
  return {
    left: toAnswer(left),
    right: toAnswer(right),
    compared,
    rows: differences.map((difference) => {
      const { code } = difference;
      const change = last.get(code) ?? appeared.get(code);
      const isNew = difference.left === null && appeared.get(code);
      return {
        ...difference,
        isAdjusting: adjusting.has(code),
        isNewWithFirmware: isNew !== false && isNew !== undefined && isNewWithFirmware(isNew, past.firmware),
        change: change === undefined ? null : { ...toSpan(change), ...toExplained(code, change, past, notes) },
      };
    }),
  };
}

/** A list holds chosen codes alone; it is compared as the left side, whichever it is. */
function compareList(left: Side, right: Side, values: Parameters<typeof compareSides>[2]) {
  const options = { isPartial: true, isUsual: left.isUsual || right.isUsual };
  if (left.isList) return compareSides(left.codes, right.codes, values, options);
  const { differences, compared } = compareSides(right.codes, left.codes, values, options);
  return {
    compared,
    differences: differences.map((one) => ({
      ...one,
      left: one.right,
      right: one.left,
      by: one.by === null ? null : -one.by,
    })),
  };
}

const toAnswer = ({ at, name, codes }: Side) => ({
  at: at === null ? null : toInstant(at),
  name,
  codes: codes.size,
});

async function loadNewest(store: Store, deviceId: string, last: string | null): Promise<CodeReading | undefined> {
  if (last === null) return undefined;
  const at = new Date(last);
  return readingAt((await loadCodeReadings(store.db, [deviceId], at)).get(deviceId) ?? [], at.getTime());
}
