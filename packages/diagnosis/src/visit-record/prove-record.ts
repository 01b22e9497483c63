import { dayMs } from '@platen/contract/constants';
import type { DeviceRecord, EntryProof, RecordedDevice } from '@platen/contract/visit-records';
import type { CodeReading } from '../code-history/code-spans.ts';
import { sameWithin } from '../effect/windows.ts';
import type { Day } from '../history/day-reading.ts';
import { doubtCounter } from './check-counter.ts';
import { toStoredItems } from './part-items.ts';

/** What is known of a device since a visit; instants in milliseconds. */
export interface ReportedSince {
  /** Newest report; null: none since the visit. */
  readonly reportedAt: number | null;
  /** First total reported after the visit. */
  readonly total: { readonly value: number; readonly at: number } | null;
  readonly pagesADay: number | null;
  /** Replacements that the device itself reported, by the names under which they are stored. */
  readonly replaced: readonly { readonly item: string; readonly day: Day }[];
  /** Readings of its codes, ascending, the last one before the visit may be among them. */
  readonly readings: readonly CodeReading[];
  readonly firmware: string | null;
  /** Conditions of the visit that ask for somebody again. */
  readonly open: ReadonlySet<string>;
}

/**
 * What reports since a record say of its entries: of parts, codes, firmware, the typed total (VR-05) and
 * conditions that were fixed. Parts that were looked at and entries in words have no proof.
 */
export function proveRecord(record: RecordedDevice, since: ReportedSince): readonly EntryProof[] {
  if ('notDone' in record) return [];
  const parts = record.parts.filter(({ answer }) => answer === 'replaced');
  return [
    ...parts.map(({ item }) => ofPart(record, item, since)),
    ...record.done.flatMap((entry) =>
      entry.done === 'codeSet'
        ? [
            ofCode(
              record,
              [entry.kind, entry.main, ...(entry.sub === null ? [] : [entry.sub])].join('-'),
              entry.to,
              since,
            ),
          ]
        : entry.done === 'firmware'
          ? [ofFirmware(entry.to, since)]
          : [],
    ),
    ...record.counters.flatMap(({ counter, typed }) =>
      typed === null || counter !== 'total' ? [] : [ofTotal(record, typed, since)],
    ),
    ...record.conditions.flatMap(({ conditionId, outcome }) =>
      outcome === 'fixed' ? [ofCondition(conditionId, since)] : [],
    ),
  ];
}

const toTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A device reports a replacement on a day near the visit, or says nothing of it. */
function ofPart({ arrivedAt }: DeviceRecord, item: string, { replaced, reportedAt }: ReportedSince): EntryProof {
  const names = toStoredItems(item);
  const day = Math.floor(Date.parse(arrivedAt) / dayMs);
  const found = replaced.find((one) => names.includes(one.item) && Math.abs(one.day - day) <= sameWithin);
  const isOver = reportedAt !== null && reportedAt > (day + sameWithin + 1) * dayMs;
  return {
    subject: 'part',
    key: item,
    state: found === undefined ? (isOver ? 'silent' : 'awaited') : 'proved',
    at: found === undefined ? null : toTime(found.day * dayMs),
    value: null,
  };
}

/** The first reading after somebody left decides: later ones may have been changed since. */
function ofCode({ leftAt }: DeviceRecord, code: string, to: string, { readings }: ReportedSince): EntryProof {
  const left = Date.parse(leftAt);
  const first = readings.find(({ at, codes }) => at > left && codes.has(code));
  const value = first?.codes.get(code) ?? null;
  return {
    subject: 'code',
    key: code,
    state: value === null ? 'awaited' : value === to ? 'proved' : 'contradicted',
    at: toTime(first?.at ?? null),
    value,
  };
}

function ofFirmware(to: string, { firmware, reportedAt }: ReportedSince): EntryProof {
  const state = reportedAt === null || firmware === null ? 'awaited' : firmware === to ? 'proved' : 'contradicted';
  return { subject: 'firmware', key: 'system', state, at: toTime(reportedAt), value: firmware };
}

/** Plausible: the report lies at the typed total or above it, by no more than the device prints (LG-13). */
function ofTotal({ leftAt }: DeviceRecord, typed: number, { total, pagesADay }: ReportedSince): EntryProof {
  if (total === null) return { subject: 'total', key: 'total', state: 'awaited', at: null, value: null };
  const doubt = doubtCounter(total.value, { value: typed, at: leftAt }, total.at, pagesADay);
  return {
    subject: 'total',
    key: 'total',
    state: doubt === null ? 'proved' : 'contradicted',
    at: toTime(total.at),
    value: String(total.value),
  };
}

const ofCondition = (conditionId: string, { open, reportedAt }: ReportedSince): EntryProof => ({
  subject: 'condition',
  key: conditionId,
  state: open.has(conditionId) ? 'contradicted' : reportedAt === null ? 'awaited' : 'proved',
  at: toTime(reportedAt),
  value: null,
});
