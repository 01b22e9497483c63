import type { Day } from '@platen/diagnosis/history/day-reading';
import type { Alarm } from './fleet-alarms.ts';
import type { TruthEvent } from './fleet-truth.ts';

/** Days of judgement, first to last. */
export interface Period {
  readonly first: Day;
  readonly last: Day;
  /** Last day of which the truth is known, where that is later than the last judgement. */
  readonly known?: Day;
}

/**
 * A failure is found when the alarm is on this many days before it; an alarm is right when the part fails
 * within the horizon.
 */
export const lead = 14;
export const horizon = 90;

/**
 * Parts whose failure is predicted; press rollers and the rollers of feeders show nothing before they fail
 * (those are scored by their jams).
 */
export const isPredicted = (part: string): boolean => /^(625[0-3]|627[4-7]|6321|6342)$/.test(part);

interface DeviceTruth {
  readonly alarms: readonly Alarm[];
  readonly truth: readonly TruthEvent[];
}

export interface PartScore {
  failures: number;
  /** Of them on a day that nothing announces: those are found by luck alone. */
  sudden: number;
  /** The alarm was on 14 days before the failure. */
  found: number;
  alarms: number;
  /**
   * The part failed 14 to 90 days after the alarm began; or sooner (`late`). One that had failed before is
   * neither: advice after the failure is not right.
   */
  ahead: number;
  late: number;
  /**
   * Replaced before it failed, within the 90 days: whether the alarm was right is not known, it is not
   * counted.
   */
  unknown: number;
}

const nothing = (): PartScore => ({ failures: 0, sudden: 0, found: 0, alarms: 0, ahead: 0, late: 0, unknown: 0 });

/**
 * Alarms against failures, by part code. Failures from 14 days after the first judgement on are counted, and
 * alarms that began after the first judgement and whose 90 days lie in the days of which the truth is known,
 * so that neither is cut off.
 */
export function scoreParts(
  devices: readonly DeviceTruth[],
  { first, last, known = last }: Period,
): Map<string, PartScore> {
  const scores = new Map<string, PartScore>();
  const scoreOf = (part: string) => {
    const found = scores.get(part) ?? nothing();
    scores.set(part, found);
    return found;
  };
  for (const { alarms, truth } of devices) {
    const parts = truth.filter((event) => event.kind === 'part');
    const own = alarms.flatMap((alarm) => byPiece(alarm, parts));
    for (const { part, failed, installed, sudden } of parts) {
      if (failed === null || failed < first + lead || failed > last) continue;
      const score = scoreOf(part);
      const day = failed - lead;
      score.failures += 1;
      if (sudden === true) score.sudden += 1;
      // Judged every 7 days: the alarm is on from its first to its last day of judgement and the week after.
      if (own.some(({ item, from, to }) => item === `part.${part}` && from > installed && from <= day && to > day - 7))
        score.found += 1;
    }
    for (const { item, from, fresh } of own) {
      if (!fresh || from > known - horizon) continue;
      const part = item.slice(5);
      const fitted = parts.find(
        (one) => one.part === part && one.installed <= from && (one.replaced ?? known + 1) > from,
      );
      const { failed = null, replaced = null } = fitted ?? {};
      const score = scoreOf(part);
      if (failed === null && replaced !== null && replaced <= from + horizon) score.unknown += 1;
      else score.alarms += 1;
      if (failed === null || failed > from + horizon) continue;
      if (failed >= from + lead) score.ahead += 1;
      else if (failed > from) score.late += 1;
    }
  }
  return scores;
}

/** Days between two judgements. */
const step = 7;

/**
 * An alarm of a part, cut where a new piece was put in: what is judged from the next day on concerns that
 * one. Empty for any other item. A device that wears out a drum in three weeks always has one that is due,
 * and each is foretold or not by itself.
 */
function byPiece(alarm: Alarm, parts: readonly { readonly part: string; readonly installed: Day }[]): readonly Alarm[] {
  if (!alarm.item.startsWith('part.')) return [];
  const pieces: Alarm[] = [alarm];
  const starts = parts.flatMap(({ part, installed }) => (alarm.item === `part.${part}` ? [installed] : []));
  for (const installed of starts.toSorted((one, other) => one - other)) {
    const current = pieces.at(-1);
    if (current === undefined || installed < current.from || installed >= current.to) continue;
    const before = current.from + Math.floor((installed - current.from) / step) * step;
    pieces.splice(-1, 1, { ...current, to: before }, { ...current, from: before + step, fresh: true });
  }
  return pieces;
}

/** Adds scores up. */
export function sumScores(scores: Iterable<PartScore>): PartScore {
  const sum = nothing();
  for (const score of scores)
    for (const key of ['failures', 'sudden', 'found', 'alarms', 'ahead', 'late', 'unknown'] as const)
      sum[key] += score[key];
  return sum;
}

export interface FaultScore {
  faults: number;
  /**
   * An alarm began from the first day of the fault on, within the days allowed, or was on then already
   * (`early`).
   */
  found: number;
  early: number;
  /**
   * Items of the devices without any fault of the kind from 90 days before the period to its end, and how
   * many of them alarmed.
   */
  sound: number;
  falseAlarms: number;
}

interface Fault {
  readonly item: string;
  /** From when it shows, and the last day on which an alarm still counts. */
  readonly from: Day;
  readonly until: Day;
}

/**
 * Alarms of one kind of item against faults that begin on a day. `items`: what each device has of the kind.
 */
export function scoreFaults(
  devices: readonly (DeviceTruth & { readonly items: readonly string[]; readonly faults: readonly Fault[] })[],
  { first, last }: Period,
): FaultScore {
  const score: FaultScore = { faults: 0, found: 0, early: 0, sound: 0, falseAlarms: 0 };
  for (const { alarms, items, faults } of devices) {
    for (const { item, from, until } of faults) {
      if (from < first || until > last) continue;
      const own = alarms.filter((alarm) => alarm.item === item);
      score.faults += 1;
      if (own.some((alarm) => alarm.from >= from && alarm.from <= until)) score.found += 1;
      else if (own.some((alarm) => alarm.from < from && alarm.to >= from)) score.early += 1;
    }
    const faulty = new Set(faults.map(({ item }) => item));
    for (const item of items) {
      if (faulty.has(item)) continue;
      score.sound += 1;
      if (alarms.some((alarm) => alarm.item === item)) score.falseAlarms += 1;
    }
  }
  return score;
}
