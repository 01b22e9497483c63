import { averagePagesDays } from '@platen/contract/constants';
import type { EvidenceEntry, Figures } from '@platen/contract/details';
import type { FigureReadings } from '@platen/contract/figures';
import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { isMonochrome, type StoredPageFacts, toInstant, toPageFacts, toValue } from '../../device/counters.ts';
import { addDays, toDayNumber } from '../../device/periods.ts';
import type { StoredSections } from '../../device/read-device.ts';
import { type DaySupplies, levelOf } from '../../store/report-format/day-readings.ts';
import { type CounterDay, toAverageInputs } from './amp.ts';
import { toRatioInputs } from './to-profile.ts';
import type { SectionTimes } from './to-table-evidence.ts';

/** Supplies as stored of a day (`YYYY-MM-DD`, UTC). */
export type SupplyDay = readonly [day: string, supplies: DaySupplies];

export interface CountedFacts {
  readonly series: string | null;
  readonly sections: StoredSections | null;
  readonly reported: Partial<Record<'counters' | 'errors' | 'codes', SectionTimes>> | null;
  /** Total pages of the days of the average, ascending. */
  readonly totalDays: readonly CounterDay[] | null;
  readonly pageFacts: StoredPageFacts;
}

/**
 * Figures of the profile that are calculated when it is read: average monthly pages, and the share of colour
 * pages.
 */
export function toCountedFigures({ series, sections, reported, totalDays: days, pageFacts }: CountedFacts) {
  const entries: Record<string, EvidenceEntry> = {};
  const figures: Figures = {};
  const average = toAverageInputs(days ?? [], toPageFacts(pageFacts));
  const times = reported?.counters;
  if (average !== undefined && times !== undefined) {
    const [first, last] = [days?.[0]?.[0], days?.at(-1)?.[0]];
    entries['counter.AMP'] = {
      protocol: 'report',
      source: 'counters.total',
      name: 'readings',
      raw: `${days?.length ?? 0} (${first}/${last})`,
      rule: 'derived',
      observedAt: toInstant(times.observedAt),
      receivedAt: toInstant(times.receivedAt),
      collector: times.source,
    };
    figures['counter.AMP'] = { inputs: average, ...toReadings(days ?? [], averagePagesDays + 1) };
  }
  const counters = sections?.counters?.body;
  const ratio = isMonochrome({ series, supplies: sections?.supplies?.body, counters })
    ? undefined
    : toRatioInputs(
        toValue(counters?.total?.reading),
        toValue(counters?.color?.reading),
        toValue(counters?.black?.reading),
      );
  if (ratio !== undefined) figures['counter.colorRate'] = { inputs: ratio };
  return { entries, figures };
}

/** The levels of the last 90 days with the days until a cartridge is empty. */
export function withLevels(figures: Figures, days: readonly SupplyDay[]): Figures {
  const withColor = (color: TonerColor): Figures => {
    const path = `toner.leftDays.${color}`;
    const figure = figures[path];
    if (figure === undefined) return {};
    const levels = days.map(([day, supplies]): CounterDay => [day, levelOf(supplies, color)]);
    return { [path]: { ...figure, ...toReadings(levels, averagePagesDays) } };
  };
  return Object.assign({}, figures, ...tonerColors.map(withColor));
}

/** One value a day up to the last known one, null for days without; nothing without a value. */
function toReadings(days: readonly CounterDay[], most: number): { readings?: FigureReadings } {
  const known = days.filter(([, value]) => value !== null);
  const last = known.at(-1)?.[0];
  if (last === undefined) return {};
  const start = addDays(last, 1 - most);
  const recent = known.filter(([day]) => day >= start);
  const from = recent[0]?.[0] ?? last;
  const values = Array.from({ length: toDayNumber(last) - toDayNumber(from) + 1 }, (): number | null => null);
  for (const [day, value] of recent) values[toDayNumber(day) - toDayNumber(from)] = value;
  return { readings: { from, values } };
}
