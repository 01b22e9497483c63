import type { breakCauses } from '@platen/contract/constants';
import type { DeviceRecord, RecordedDevice } from '@platen/contract/visit-records';
import type { BroughtItem } from '@platen/contract/visits';
import { targetsOfDone, targetsOfItem } from '../effect/target.ts';
import { windowDays } from '../effect/windows.ts';
import { toStoredItems } from './part-items.ts';

/** A piece that was put in. */
export interface RecordedReplacement {
  /** As replacements are stored: `toner.black`, `part.6250`. */
  readonly item: string;
  readonly serial: string | null;
}

/** What a record changes. The form shows it before it is saved; the server does it. */
export interface RecordEffects {
  /** Conditions by what becomes of them (VR-07). */
  readonly fixed: readonly string[];
  readonly nothing: readonly string[];
  readonly stay: readonly { readonly conditionId: string; readonly reason: string }[];
  readonly replaced: readonly RecordedReplacement[];
  /** The parts as the record names them: rollers of one source are one part, of several codes. */
  readonly partsReplaced: readonly string[];
  /** Replaced, but known by no code: they stand in the record alone. */
  readonly partsNoted: readonly string[];
  readonly partsGood: readonly string[];
  readonly foundGood: readonly string[];
  /** Go on top of the bring list of the next draft, whatever the result (VR-08). */
  readonly missing: readonly BroughtItem[];
  readonly unused: number;
  /** Answers the counter breaks of the day (VR-06). */
  readonly exchanged: (typeof breakCauses)[number] | null;
  readonly codesSet: number;
  /** Days after the visit at which the effect is known; null: nothing was done that a rate would show. */
  readonly effectAfter: number | null;
}

const causes = { board: 'boardExchanged', memory: 'memoryCleared', device: 'deviceExchanged' } as const;
const nothing: RecordEffects = {
  fixed: [],
  nothing: [],
  stay: [],
  replaced: [],
  partsReplaced: [],
  partsNoted: [],
  partsGood: [],
  foundGood: [],
  missing: [],
  unused: 0,
  exchanged: null,
  codesSet: 0,
  effectAfter: null,
};

export function whatItDoes(record: RecordedDevice): RecordEffects {
  if ('notDone' in record) return nothing;
  const { conditions, parts, done } = record;
  const having = (outcome: DeviceRecord['conditions'][number]['outcome']) =>
    conditions.filter((one) => one.outcome === outcome);
  const answered = (answer: DeviceRecord['parts'][number]['answer']) => parts.filter((one) => one.answer === answer);
  const exchange = done.find((entry) => entry.done === 'exchanged');
  const replaced = answered('replaced');
  const good = answered('lookedAtGood');
  const named = (some: typeof parts, isKnown: boolean) =>
    some.flatMap(({ item }) => (toStoredItems(item).length > 0 === isKnown ? item : []));
  const isMeasured =
    replaced.some(({ item }) => targetsOfItem(item).length > 0) ||
    done.some((entry) => targetsOfDone(entry).length > 0);
  return {
    fixed: having('fixed').map(({ conditionId }) => conditionId),
    nothing: having('nothing').map(({ conditionId }) => conditionId),
    stay: having('notFixed').map(({ conditionId, reason = '' }) => ({ conditionId, reason })),
    replaced: replaced.flatMap(({ item, serial = null }) => toStoredItems(item).map((one) => ({ item: one, serial }))),
    partsReplaced: named(replaced, true),
    partsNoted: named(replaced, false),
    partsGood: named(good, true),
    foundGood: good.flatMap(({ item }) => toStoredItems(item)),
    missing: parts.flatMap(({ item, isMissing, pieces = 1 }) => (isMissing === true ? { item, pieces } : [])),
    unused: parts.filter(({ isUnused }) => isUnused === true).length,
    exchanged: exchange === undefined ? null : causes[exchange.what],
    codesSet: done.filter((entry) => entry.done === 'codeSet').length,
    effectAfter: isMeasured ? windowDays : null,
  };
}

/** The bring list of a draft with further parts on top: of each item the larger number of pieces. */
export function withMissing(bring: readonly BroughtItem[], missing: readonly BroughtItem[]): readonly BroughtItem[] {
  const pieces = new Map<string, number>();
  for (const one of [...missing, ...bring]) pieces.set(one.item, Math.max(one.pieces, pieces.get(one.item) ?? 0));
  return [...pieces].map(([item, number]) => ({ item, pieces: number }));
}
