import { dayMs, hourMs } from '@platen/contract/constants';
import { tonerColors } from '@platen/contract/report-sections';
import { parseCodes } from '@platen/contract/rule-checks';
import type { RuleMetric } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import { sourceOfJam } from '../components/feed-roller/feed-readings.ts';
import { type ErrorEvent, keysOf, type Series, seriesOf } from '../history/day-reading.ts';
import { findReplacements } from '../history/replacements.ts';
import { pageLimits, toIncrements } from '../history/segments.ts';
import type { JudgedFigures, RuleInputs } from './inputs.ts';

/** What a metric shows of one subject at an instant. `value` null: it is not known. */
export interface Measured {
  readonly value: number | null;
  /** Of metrics with words or texts. */
  readonly word?: string;
}

/** By subject; '' where the metric has none. A subject that is not there is not known. */
export type Measures = ReadonlyMap<string, Measured>;
type Measure = (inputs: RuleInputs, test: RuleTest, at: number) => Measures;

/** Judged figures and settings older than this are no longer known: the device is silent, or not judged. */
const staleMs = 7 * dayMs;
/** Days over which the usual pages of a day are averaged, and the days with readings that this takes. */
const usual = { days: 60, least: 14 };

const none: Measures = new Map();
const ofDevice = (value: number | null, word?: string): Measures =>
  new Map([['', word === undefined ? { value } : { value, word }]]);

/** The newest reading up to an instant; windows end there (AR-19). */
const newestAt = ({ reports }: RuleInputs, at: number): number | undefined => lastUpTo(reports, at, (one) => one);

/** How many entries of an ascending list are not after `at`. */
function countUpTo<T>(list: readonly T[], at: number, instantOf: (one: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = list[middle];
    if (one !== undefined && instantOf(one) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last entry of an ascending list whose instant is not after `at`. */
const lastUpTo = <T>(list: readonly T[], at: number, instantOf: (one: T) => number): T | undefined =>
  list[countUpTo(list, at, instantOf) - 1];

function judgedAt({ judged }: RuleInputs, at: number): JudgedFigures | undefined {
  const found = lastUpTo(judged, at, (one) => one.at);
  return found === undefined || at - found.at > staleMs ? undefined : found;
}

const toMeasures = (values: Readonly<Record<string, number>>): Measures =>
  new Map(Object.entries(values).map(([subject, value]) => [subject, { value }]));

const toWords = (words: Iterable<readonly [subject: string, word: string]>): Measures =>
  new Map([...words].map(([subject, word]) => [subject, { value: null, word }]));

/** Errors of the window of a test, which ends at the newest reading. */
function errorsWithin(inputs: RuleInputs, { windowHours = 0 }: RuleTest, at: number): readonly ErrorEvent[] {
  const end = newestAt(inputs, at);
  if (end === undefined) return [];
  const { errors } = inputs.history;
  const instantOf = (error: ErrorEvent) => error.at;
  return errors.slice(countUpTo(errors, end - windowHours * hourMs, instantOf), countUpTo(errors, end, instantOf));
}

/** Lists of codes by their text: a trial asks for the same one at every instant of every device. */
const codeLists = new Map<string, ReturnType<typeof parseCodes>>();
const mostLists = 1000;

function toRanges(subject: string): ReturnType<typeof parseCodes> {
  if (!codeLists.has(subject)) {
    if (codeLists.size >= mostLists) codeLists.clear();
    codeLists.set(subject, parseCodes(subject));
  }
  return codeLists.get(subject);
}

function isAmong(subject: string | undefined): (code: string) => boolean {
  const ranges = subject === undefined ? undefined : toRanges(subject);
  return ranges === undefined
    ? () => true
    : (code) => ranges.some(([from, to]) => code.length === from.length && code >= from && code <= to);
}

const sameCode: Measure = (inputs, test, at) => {
  if (newestAt(inputs, at) === undefined) return none;
  const counts = new Map<string, number>();
  const isWanted = isAmong(test.subject);
  for (const { code } of errorsWithin(inputs, test, at))
    if (isWanted(code)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return new Map([...counts].map(([code, value]) => [code, { value }]));
};

const countErrors =
  (isCounted: (test: RuleTest) => (error: ErrorEvent) => boolean): Measure =>
  (inputs, test, at) => {
    if (newestAt(inputs, at) === undefined) return none;
    return ofDevice(errorsWithin(inputs, test, at).filter(isCounted(test)).length);
  };

/** Jams per 1,000 sheets by paper source (XC-06); not known with fewer sheets than the test asks for. */
const jamRate: Measure = (inputs, test, at) => {
  const end = newestAt(inputs, at);
  if (end === undefined) return none;
  const { windowHours = 0, leastFeeds = 0 } = test;
  const lastDay = Math.floor(end / dayMs);
  const jams = new Map<string, number>();
  for (const error of errorsWithin(inputs, test, at)) {
    const source = sourceOfJam(error);
    if (source !== undefined) jams.set(source, (jams.get(source) ?? 0) + 1);
  }
  const rates = new Map<string, Measured>();
  for (const key of keysOf(inputs.history)) {
    if (!key.startsWith('source.')) continue;
    const source = key.slice('source.'.length);
    const sheets = risen(seriesOf(inputs.history, key), lastDay - windowHours / 24, lastDay);
    const isEnough = sheets !== undefined && sheets >= leastFeeds && sheets > 0;
    rates.set(source, { value: isEnough ? ((jams.get(source) ?? 0) * 1000) / sheets : null });
  }
  return rates;
};

/** By how much a counter rose after `from` up to `to`, days; undefined: no two readings say. */
function risen(series: Series, from: number, to: number): number | undefined {
  const increments = toIncrements(series, pageLimits);
  let sum: number | undefined;
  for (let index = countUpTo(increments, to, ({ day }) => day) - 1; index >= 0; index -= 1) {
    const one = increments[index];
    if (one === undefined || one.day <= from) break;
    if (one.day - one.span >= from) sum = (sum ?? 0) + one.value;
  }
  return sum;
}

/** The newest value of each key with this prefix, of at most a week before the newest reading. */
function newestOf(inputs: RuleInputs, prefix: string, suffix: string, at: number): Measures {
  const end = newestAt(inputs, at);
  if (end === undefined) return none;
  const last = Math.floor(end / dayMs);
  const found = new Map<string, Measured>();
  for (const key of keysOf(inputs.history)) {
    if (!key.startsWith(prefix) || !key.endsWith(suffix)) continue;
    const reading = lastUpTo(seriesOf(inputs.history, key), last, ({ day }) => day);
    if (reading === undefined || last - reading.day > 7) continue;
    found.set(key.slice(prefix.length, key.length - suffix.length), { value: reading.value });
  }
  return found;
}

/** Pages of a day over the window, as a factor of the usual ones of the 60 days before it. */
const pagesAgainstUsual: Measure = (inputs, { windowHours = 24 }, at) => {
  const end = newestAt(inputs, at);
  if (end === undefined) return none;
  const series = seriesOf(inputs.history, 'pages.total');
  const last = Math.floor(end / dayMs);
  const days = Math.max(1, Math.round(windowHours / 24));
  const within = risen(series, last - days, last);
  const before = risen(series, last - days - usual.days, last - days);
  const readings = series.filter(({ day }) => day > last - days - usual.days && day <= last - days).length;
  if (within === undefined || before === undefined || readings < usual.least || before <= 0) return ofDevice(null);
  return ofDevice(within / days / (before / usual.days));
};

/** 1 where the total passed a multiple of the value within the window, else 0. */
const totalCrosses: Measure = (inputs, { value = 1, windowHours = 0 }, at) => {
  const end = newestAt(inputs, at);
  if (end === undefined) return none;
  const last = Math.floor(end / dayMs);
  const series = seriesOf(inputs.history, 'pages.total');
  const now = lastUpTo(series, last, ({ day }) => day);
  const before = lastUpTo(series, last - windowHours / 24, ({ day }) => day) ?? series[0];
  if (now === undefined || before === undefined || before === now) return ofDevice(null);
  return ofDevice(Math.floor(now.value / value) > Math.floor(before.value / value) ? 1 : 0);
};

/** Of each colour changed within the window what was left in the cartridge that went, percent. */
const earlyChange: Measure = (inputs, { windowHours = 0 }, at) => {
  const end = newestAt(inputs, at);
  if (end === undefined) return none;
  const last = Math.floor(end / dayMs);
  const changed = new Map<string, Measured>();
  for (const color of tonerColors) {
    const levels = seriesOf(inputs.history, `toner.${color}`);
    if (levels.length > 0) changed.set(color, { value: 0 });
  }
  for (const { item, day } of findReplacements(inputs.history)) {
    if (!item.startsWith('toner.') || day > last || day <= last - windowHours / 24) continue;
    const left = lastUpTo(seriesOf(inputs.history, item), day - 1, (reading) => reading.day);
    changed.set(item.slice('toner.'.length), { value: left?.value ?? null });
  }
  return changed;
};

const setting: Measure = (inputs, { subject = '', comparison }, at) => {
  const now = lastUpTo(inputs.settings, at, (one) => one.at);
  const text = now?.values.get(subject);
  if (now === undefined || text === undefined) return none;
  if (comparison === 'changed') {
    const before = lastUpTo(inputs.settings, now.at - 1, (one) => one.at)?.values.get(subject);
    return new Map([[subject, { value: before === undefined ? null : before === text ? 0 : 1, word: text }]]);
  }
  const value = Number(text);
  return new Map([[subject, { value: Number.isFinite(value) && text.trim() !== '' ? value : null, word: text }]]);
};

const present =
  (read: (present: NonNullable<RuleInputs['present']>) => Measures): Measure =>
  (inputs, _test, at) =>
    inputs.present === null || at < inputs.present.since ? none : read(inputs.present);

const measures: Readonly<Record<RuleMetric, Measure>> = {
  status: present(({ status }) => ofDevice(null, status)),
  sameCode,
  deviceCodes: countErrors(({ subject }) => {
    const isWanted = isAmong(subject);
    return ({ code }) => isWanted(code);
  }),
  jamRate,
  serviceCalls: countErrors(
    () =>
      ({ category }) =>
        category === 'serviceCall',
  ),
  supplyPercent: (inputs, _test, at) => newestOf(inputs, 'toner.', '', at),
  supplyDays: (inputs, _test, at) => toMeasures(judgedAt(inputs, at)?.supplyDays ?? {}),
  supplyState: present(({ supplies }) => toWords(supplies.map(({ subject, word }) => [subject, word]))),
  earlyChange,
  partLife: (inputs, _test, at) => newestOf(inputs, 'part.', '.life', at),
  partLifeSoon: (inputs, _test, at) => toMeasures(judgedAt(inputs, at)?.lifeSoon ?? {}),
  failureSign: (inputs, _test, at) => toWords(Object.entries(judgedAt(inputs, at)?.signs ?? {})),
  silence: (inputs, _test, at) => {
    const last = newestAt(inputs, at) ?? inputs.createdAt;
    return last > at ? none : ofDevice((at - last) / hourMs);
  },
  pagesAgainstUsual,
  totalCrosses,
  setting,
  firmware: (inputs, _test, at) => {
    const found = lastUpTo(inputs.firmware, at, (one) => one.at);
    return found === undefined ? none : ofDevice(null, found.version);
  },
  storage: (inputs, _test, at) =>
    toWords(Object.entries(judgedAt(inputs, at)?.drives ?? {}).map(([port, state]) => [port, String(state)])),
  counterBreak: ({ breaks }, _test, at) => {
    const open = breaks.filter((one) => one.at <= at && (one.explainedAt === null || one.explainedAt > at));
    const oldest = Math.min(...open.map((one) => one.at));
    return ofDevice(open.length === 0 ? -1 : (at - oldest) / dayMs);
  },
  finding: present(({ findings }) =>
    findings.length === 0 ? ofDevice(null, 'none') : toWords(findings.map((kind) => [kind, kind])),
  ),
  collectorSilence: ({ present: known }, _test, at) => {
    const last = known?.collector?.lastContactAt ?? null;
    if (known === null || at < known.since || last === null) return none;
    return ofDevice(Math.max(0, at - last) / hourMs);
  },
  collectorFailures: present(({ collector }) => (collector === null ? none : ofDevice(collector.failingPercent))),
  newDevice: ({ createdAt }, _test, at) => ofDevice(at < createdAt ? null : (at - createdAt) / hourMs),
  unknownCustomer: present(({ customerNumber }) => ofDevice(customerNumber === null ? 1 : 0)),
};

/**
 * What the metric of a test shows of each of its subjects at an instant; where the test names one, of it
 * alone, or of all that belong to it: `polygonalMotor` means the motor of each colour.
 */
export function measure(inputs: RuleInputs, test: RuleTest, at: number): Measures {
  const found = measures[test.metric](inputs, test, at);
  const { subject, metric } = test;
  if (subject === undefined || metric === 'sameCode' || metric === 'deviceCodes') return found;
  return new Map([...found].filter(([one]) => one === subject || one.startsWith(`${subject}.`)));
}
