import type { RecordedDevice } from '@platen/contract/visit-records';

/** Milliseconds by which a telephone's clock may be ahead. */
const clockMs = 15 * 60_000;
const longestMs = 24 * 3_600_000;

/** What a record cannot say, as field and sentence; empty: it can be taken. */
export function checkRecord(record: RecordedDevice, now: number): readonly string[] {
  if ('notDone' in record)
    return record.notDone === 'other' && record.note === undefined ? ['note: needed with the reason other'] : [];
  const [arrived, left] = [Date.parse(record.arrivedAt), Date.parse(record.leftAt)];
  return [
    ...(left < arrived ? ['leftAt: before arrivedAt'] : []),
    ...(left - arrived > longestMs ? ['leftAt: more than 24 hours after arrivedAt'] : []),
    ...(arrived > now + clockMs ? ['arrivedAt: in the future'] : []),
    ...record.conditions.flatMap(({ outcome, reason }, at) =>
      outcome === 'notFixed' && reason === undefined ? [`conditions.${at}.reason: needed with notFixed`] : [],
    ),
    ...(repeats(record.conditions.map(({ conditionId }) => conditionId)) ? ['conditions: one is named twice'] : []),
    ...(repeats(record.counters.map(({ counter }) => counter)) ? ['counters: one is named twice'] : []),
    ...record.parts.flatMap(({ answer, isMissing, isUnused }, at) =>
      answer !== 'notDone' && isMissing === true
        ? [`parts.${at}.isMissing: only with the answer notDone`]
        : isMissing === true && isUnused === true
          ? [`parts.${at}.isUnused: a missing part did not come back`]
          : answer === 'replaced' && isUnused === true
            ? [`parts.${at}.isUnused: a replaced part was used`]
            : [],
    ),
  ];
}

const repeats = (names: readonly string[]): boolean => new Set(names).size < names.length;
