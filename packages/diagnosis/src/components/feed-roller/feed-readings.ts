import { dayMs } from '@platen/contract/constants';
import { feedPartCodes } from '@platen/contract/part-codes';
import { paperSources } from '@platen/contract/report-sections';
import { feedRetriesOf } from '@platen/contract/telemetry';
import { type Day, type DeviceHistory, type ErrorEvent, seriesOf } from '../../history/day-reading.ts';
import type { Increment } from '../../history/increment.ts';
import { remembered } from '../../history/remembered.ts';
import { pageLimits, toIncrements } from '../../history/segments.ts';
import type { RateReading } from '../../statistics/rate-rise.ts';
import { type PartLife, toLives } from '../part-life/part-lives.ts';

/** Duplex unit: turns sheets that another source fed. */
export type FeedSource = Exclude<(typeof paperSources)[number], 'ADU'>;

export const feedSources: readonly FeedSource[] = paperSources.filter((source) => source !== 'ADU');

/** Paper sources as errors name them (OQ-92). */
const sourceCodes: Readonly<Record<string, FeedSource>> = {
  '1': 'bypass',
  '2': 'LCF',
  '3': 'CST1',
  '4': 'CST2',
  '5': 'CST3',
  '6': 'CST4',
  '7': 'OLCF',
  '8': 'O2LCF',
};
/** Last digits of the feeding parts of a source, the feed roller first. */
const rollers = ['1', '0', '2', '3'];

/** What is known of how one source feeds. */
export interface FeedPast {
  readonly source: FeedSource;
  /** Whether the device counts retries; else only jams speak. */
  readonly countsRetries: boolean;
  /** Jams and retries with the sheets fed meanwhile. */
  readonly readings: readonly RateReading[];
  readonly sheets: readonly Increment[];
  /** Lives of the rollers by their own counter, or none. */
  readonly lives: readonly PartLife[];
  /** Days on which rollers were replaced, ascending. */
  readonly replaced: readonly Day[];
  /** Part code of the roller whose lives these are; null without them. */
  readonly agedPart: string | null;
  /** Percent of the rollers' life consumed as the device says; null: it does not. */
  readonly consumed: number | null;
}

/** Whether a part code is one of the rollers or pads of a source. */
export const isPartOf = (source: FeedSource, partsCode: string): boolean => {
  const block = feedPartCodes[source]?.block;
  return block !== undefined && partsCode.length === block.length + 1 && partsCode.startsWith(block);
};

/** How each source of the device feeds; sources without a sheet counter are left out. */
export const toFeedPasts = remembered((history: DeviceHistory): readonly FeedPast[] => {
  const jams = jamsBySource(history);
  return feedSources.flatMap((source) => {
    const sheets = toIncrements(seriesOf(history, `source.${source}`), pageLimits);
    if (sheets.length === 0) return [];
    const retries = seriesOf(history, `sensor.${feedRetriesOf(source)}`);
    const retried =
      retries.length === 0 ? undefined : new Map(toIncrements(retries, pageLimits).map((one) => [one.day, one]));
    const rollersOf = toRollers(history, source);
    return [
      {
        source,
        countsRetries: retried !== undefined,
        readings: toReadings(sheets, jams.get(source) ?? [], retried),
        sheets,
        ...rollersOf,
      },
    ];
  });
});

/**
 * A reading for each rise of the sheet counter; where the device counts retries, only those that have both
 * over the same days.
 */
function toReadings(
  sheets: readonly Increment[],
  jams: readonly Day[],
  retried: ReadonlyMap<Day, Increment> | undefined,
): RateReading[] {
  let at = 0;
  return sheets.flatMap(({ day, span, value }) => {
    while ((jams[at] ?? Number.POSITIVE_INFINITY) <= day - span) at++;
    const before = at;
    while ((jams[at] ?? Number.POSITIVE_INFINITY) <= day) at++;
    const retries = retried?.get(day);
    if (retried !== undefined && retries?.span !== span) return [];
    return [{ day, exposure: value, events: at - before + (retries?.value ?? 0) }];
  });
}

/** The paper source at which an error is a jam; undefined: it is none, or its source is not known. */
export function sourceOfJam({
  category,
  conditions,
}: Pick<ErrorEvent, 'category' | 'conditions'>): FeedSource | undefined {
  if (category === 'jamDF') return 'ADF';
  return category === 'jamPrint' ? sourceCodes[conditions['paperSource'] ?? ''] : undefined;
}

/**
 * Days of jams by source: of originals by their kind, of paper by the source that was set (OQ-92). Ascending.
 */
function jamsBySource({ errors }: DeviceHistory): ReadonlyMap<FeedSource, readonly Day[]> {
  const jams = new Map<FeedSource, Day[]>();
  for (const error of errors) {
    const source = sourceOfJam(error);
    if (source === undefined) continue;
    const days = jams.get(source);
    if (days === undefined) jams.set(source, [Math.floor(error.at / dayMs)]);
    else days.push(Math.floor(error.at / dayMs));
  }
  return jams;
}

function toRollers(
  history: DeviceHistory,
  source: FeedSource,
): Pick<FeedPast, 'lives' | 'replaced' | 'agedPart' | 'consumed'> {
  const block = feedPartCodes[source]?.block;
  if (block === undefined) return { lives: [], replaced: [], agedPart: null, consumed: null };
  const codes = rollers.map((digit) => block + digit);
  const all = codes.map((code) => toLives(history, code, 'pages'));
  const seen = all.flatMap((lives) => lives.flatMap(({ since }) => since ?? []));
  const reported = history.replacements.filter(({ item }) => codes.includes(item.slice(5)) && item.startsWith('part.'));
  const consumed = codes.flatMap((code) => seriesOf(history, `part.${code}.life`).at(-1)?.value ?? []);
  const aged = all.findIndex((lives) => lives.length > 0);
  return {
    lives: all[aged] ?? [],
    agedPart: codes[aged] ?? null,
    replaced: [...new Set([...seen, ...reported.map(({ day }) => day)])].sort((a, b) => a - b),
    consumed: consumed.length === 0 ? null : Math.max(...consumed),
  };
}
