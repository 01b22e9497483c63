import { type Day, type DeviceHistory, keysOf, type Series, seriesOf } from '../../history/day-reading.ts';
import { remembered } from '../../history/remembered.ts';

const measures = ['life', 'pages', 'lifePages', 'hours', 'rotations'] as const;
type Measure = (typeof measures)[number];

/**
 * What a device reports of one part: `life` percent consumed, `pages` and `lifePages` pages, `hours` drive
 * time, `rotations` turns.
 */
export interface PartCounters {
  readonly code: string;
  readonly series: Readonly<Partial<Record<Measure, Series>>>;
  /** Days with any of them, and the first and last such day. */
  readonly readings: number;
  readonly from: Day;
  readonly to: Day;
}

/** The parts that a device reports. */
export const toPartCounters = remembered((history: DeviceHistory): readonly PartCounters[] => {
  const parts = new Map<string, Partial<Record<Measure, Series>>>();
  for (const key of keysOf(history)) {
    const place = toPlace(key);
    const series = place === undefined ? [] : soundOf(seriesOf(history, key));
    if (place === undefined || series.length === 0) continue;
    parts.set(place.code, { ...parts.get(place.code), [place.measure]: series });
  }
  return [...parts].flatMap(([code, series]) => {
    const days = daysOf(Object.values(series));
    const [from, to] = [days[0], days.at(-1)];
    return from === undefined || to === undefined ? [] : [{ code, series, readings: days.length, from, to }];
  });
});

function toPlace(key: string): { code: string; measure: Measure } | undefined {
  const [room, code, name] = key.split('.');
  const measure = measures.find((one) => one === name);
  return room !== 'part' || code === undefined || measure === undefined ? undefined : { code, measure };
}

const soundOf = (series: Series): Series =>
  series.every(({ value }) => value >= 0) ? series : series.filter(({ value }) => value >= 0);

/** Days with any of them, ascending. */
function daysOf(all: readonly Series[]): readonly Day[] {
  const longest = all.reduce<Series>((one, other) => (other.length > one.length ? other : one), []);
  const days = longest.map(({ day }) => day);
  if (all.every((series) => series.every(({ day }, at) => day === days[at]))) return days;
  return [...new Set(all.flatMap((series) => series.map(({ day }) => day)))].sort((a, b) => a - b);
}
