import { type PartVerdict, partVerdicts } from '@platen/contract/part-verdict';
import { type AnsweredBreak, continueTotal } from '@platen/diagnosis/history/continued-total';
import { partsOfAdvice } from '@platen/diagnosis/judge/advice-parts';
import { asksForVisit } from '@platen/diagnosis/judge/part-verdict';
import { at, type Device, made, madeOf, rawOf, type Shown } from './shown-figures.ts';

/**
 * How a kind of figure is calculated again. `part` are the groups of the pattern; `shown` is the figure
 * itself, where one of several may be shown. Undefined: its inputs are missing.
 */
type Reproduce = (device: Device, part: readonly string[], shown: Shown) => Shown | undefined;

interface Row {
  readonly pattern: RegExp;
  readonly of: Reproduce;
}

const weeks = { life1Week: 0, life2Weeks: 1, life4Weeks: 2 } as const;
const isWeek = (name: string): name is keyof typeof weeks => name in weeks;

/** Life figures behind a path of the evidence, whichever kind of life counts. */
const life = (device: Device, path: string) =>
  made(device, path, 'expectedLife') ??
  made(device, path, 'rollerLife') ??
  made(device, path, 'ratedLife') ??
  made(device, path, 'reportedLife');
const failure = (device: Device, path: string) =>
  made(device, path, 'expectedLife')?.failure ?? made(device, path, 'rollerLife')?.failure ?? null;

/** Lists in the answers are keyed by position, the evidence by what each entry is of. */
const nameIn = ({ answers }: Device, call: string, path: string, key: string): string =>
  String(at(answers[call], `${path}.${key}`));

const keyedPredictions = {
  feedRoller: ['predictionFeedRollers', 'paperSource'],
  developer: ['predictionDevelopers', 'color'],
  imageQualitySensor: ['predictionSensors', 'color'],
  polygonalMotor: ['polygonalMotorDetails', 'color'],
  hdd: ['predictionStorages', 'sataPort'],
} as const;

/**
 * Path in the evidence of a prediction at `prediction/<component>.<list>.<n>`, or of the component itself.
 */
function predictionPath(device: Device, component: string, n?: string): string {
  const name = component === '2ndTransfer' ? 'secondTransfer' : component;
  const keyed = Object.entries(keyedPredictions).find(([key]) => key === name)?.[1];
  if (keyed === undefined || n === undefined) return `predictions.${name}`;
  return `predictions.${name}.${nameIn(device, `prediction/${component}`, `${keyed[0]}.${n}`, keyed[1])}`;
}

/**
 * The predicted failure of a sign on the profile: that of the entry of its component with the same advice.
 */
function signFailure(device: Device, n: string) {
  const sign = `failurePredictions.${n}`;
  const component = String(at(device.answers['profile'], `${sign}.component`));
  const call = component === 'secondTransfer' ? '2ndTransfer' : component;
  const [list] = Object.entries(keyedPredictions).find(([key]) => key === component)?.[1] ?? [];
  const answer = device.answers[`prediction/${call}`];
  const entries = list === undefined ? undefined : Object.keys(Object(at(answer, list)));
  const advice = String(at(device.answers['profile'], `${sign}.messageId`));
  const index = entries?.find((entry) => String(at(answer, `${list}.${entry}.messageId`)) === advice);
  const field = call === '2ndTransfer' ? 'predictionFailureMonth' : 'predictionFailureDate';
  const found = failure(device, `${predictionPath(device, call, index)}.${field}`);
  const toShown = (date: string | undefined) => (call === '2ndTransfer' ? date?.slice(0, 7) : date);
  return { date: toShown(found?.date), lower: toShown(found?.lower), upper: toShown(found?.upper) };
}

type LoggedError = { readonly occurredAt: string; readonly category: string };
const logged = ({ answers }: Device): readonly LoggedError[] => {
  const logs = answers['error/logs']?.['errorLogs'];
  return Array.isArray(logs) ? logs : [];
};
const countLogged = (device: Device, category: string, from: string, to: string): number =>
  logged(device).filter((one) => one.category === category && one.occurredAt >= from && one.occurredAt < to).length;

const partPath = (device: Device, n: string) => `parts.${nameIn(device, 'PMParts', `parts.${n}`, 'partsCode')}`;
const sumOf = (values: readonly unknown[]): number | null => {
  const known = values.filter((value) => typeof value === 'number');
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};
const months = ({ answers }: Device): readonly unknown[] => {
  const list = answers['counter']?.['monthly'];
  return Array.isArray(list) ? list : [];
};
const isVerdict = (value: unknown): value is PartVerdict['verdict'] => partVerdicts.some((one) => one === value);
const breaksOf = ({ answers }: Device): AnsweredBreak[] => {
  const days = answers['counter']?.['breaks'];
  return (Array.isArray(days) ? days : []).flatMap(({ day, cause, counters }) =>
    counters.flatMap((one: { key: string; before: number; after: number }) =>
      one.key === 'pages.total' ? [{ day, cause, before: one.before, after: one.after }] : [],
    ),
  );
};

const daysOfRisk = ['within7Days', 'within14Days', 'within28Days'];
const withinOf = (name: string, within: readonly number[] | undefined) => within?.[daysOfRisk.indexOf(name)];

/** Every kind of figure that the calls of the screens send, and how it follows from its inputs. */
export const figureTable: readonly Row[] = [
  // Readings of the device: the figure is the raw value.
  { pattern: /^profile\.counter\.total$/, of: (d) => rawOf(d, 'counter.total') },
  {
    pattern: /^profile\.pages\.(color|black)$/,
    of: (d, [k = '']) => rawOf(d, `counter.${k}`) ?? rawOf(d, 'counter.total'),
  },
  { pattern: /^profile\.toner\.(\w+)$/, of: (d, [color = '']) => rawOf(d, `toner.${color}`) },
  { pattern: /^profile\.tonerReadings\.(\w+)\.percent$/, of: (d, [color = '']) => rawOf(d, `toner.${color}`) },
  { pattern: /^profile\.supplies\.(\d+)\.percent$/, of: (d, [n = '']) => rawOf(d, `supplies[${n}]`) },
  { pattern: /^toner\.toner\.(\w+)\.percent$/, of: (d, [color = '']) => rawOf(d, `toner.${color}`) },
  {
    pattern: /^toner\.toner\.(\w+)\.averagePixelCount$/,
    of: (d, [c = '']) => rawOf(d, `toner.averagePixelCount.${c}`),
  },
  { pattern: /^toner\.tonerNearEmpty\.\w+$/, of: (d) => rawOf(d, 'toner.nearEmpty') },
  {
    pattern: /^toner\.cartridgeReplacement\.(\w+)\.(\d+)\.counter$/,
    of: (d, [color, n]) => rawOf(d, `toner.cartridges.${color}[${n}]`, 'counters.total'),
  },
  {
    pattern: /^toner\.cartridgeReplacement\.(\w+)\.(\d+)\.averagePixelCount$/,
    of: (d, [color, n]) =>
      n === '0'
        ? rawOf(d, `toner.averagePixelCount.${color}`)
        : rawOf(d, `toner.cartridges.${color}[${n}]`, 'sensors.pixelCount'),
  },
  { pattern: /^PMParts\.parts\.(\d+)\.counter$/, of: (d, [n = '']) => rawOf(d, `${partPath(d, n)}.counter`) },
  {
    pattern: /^PMParts\.parts\.(\d+)\.replacedAt$/,
    of: (d, [n = '']) => d.evidence.evidence[`${partPath(d, n)}.replacedAt`]?.raw,
  },
  {
    pattern: /^prediction\/(\w+)\.replacementPart\.lastReplacementDate$/,
    of: (d, [c = '']) => d.evidence.evidence[`${predictionPath(d, c)}.lastReplacementDate`]?.raw,
  },
  {
    pattern: /^prediction\/(\w+)\.\w+\.(\d+)\.replacementPart\.lastReplacementDate$/,
    of: (d, [c = '', n]) => d.evidence.evidence[`${predictionPath(d, c, n)}.lastReplacementDate`]?.raw,
  },
  { pattern: /^counter\.module\.(\w+)$/, of: (d, [source]) => rawOf(d, `counter.module.${source}`) },
  { pattern: /^counter\.scanModule\.(\w+)$/, of: (d, [size]) => rawOf(d, `counter.scanModule.${size}`) },
  {
    pattern: /^counter\.summary\.total\.(\w+)$/,
    of: (d, [k]) => rawOf(d, `counter.${k}`) ?? rawOf(d, 'counter.total'),
  },
  {
    pattern: /^profile\.stopRisk\.(within(?:7|14|28)Days)$/,
    of: (d, [name = '']) => withinOf(name, made(d, 'stopRisk.within14Days', 'stopRisk')?.within),
  },
  {
    pattern: /^profile\.stopRisk\.causes\.(\d+)\.(within(?:7|14|28)Days)$/,
    of: (d, [n, name = '']) => withinOf(name, made(d, 'stopRisk.within14Days', 'stopRisk')?.causes[Number(n)]?.within),
  },
  {
    pattern: /^profile\.stopRisk\.causes\.(\d+)\.seen\.(failures|deviceYears)$/,
    of: (d, [n, name]) => {
      const seen = made(d, 'stopRisk.within14Days', 'stopRisk')?.causes[Number(n)]?.seen;
      return name === 'failures' ? seen?.failures : seen?.deviceYears;
    },
  },
  {
    pattern: /^profile\.stopRisk\.unknownParts$/,
    of: (d) => made(d, 'stopRisk.within14Days', 'stopRisk')?.unknownParts,
  },
  // Calculated by the server when it is asked.
  { pattern: /^profile\.counter\.AMP$/, of: (d) => made(d, 'counter.AMP', 'monthlyAverage') },
  { pattern: /^profile\.counter\.colorRate$/, of: (d) => made(d, 'counter.colorRate', 'ratio') },
  {
    pattern: /^profile\.history\.days$/,
    of: (d) => (d.evidence.figures?.['counter.AMP']?.readings?.values.length ?? Number.NaN) - 1,
  },
  {
    pattern: /^profile\.continuedTotal\.total$/,
    of: (d) => continueTotal(rawOf(d, 'counter.total') ?? 0, breaksOf(d))?.value,
  },
  {
    pattern: /^profile\.nRecommendedReplaceParts$/,
    of: ({ answers }) =>
      Object.values(answers['PMParts']?.['parts'] ?? []).filter((part) => {
        const verdict = at(part, 'verdict.verdict');
        return isVerdict(verdict) && asksForVisit(verdict);
      }).length,
  },
  {
    pattern: /^profile\.judgedComponents$/,
    of: ({ answers }) =>
      Object.entries(answers).filter(([call, answer]) => call.startsWith('prediction/') && answer !== null).length,
  },
  {
    pattern: /^profile\.errorCounters\.(\w+)$/,
    of: (d, [category = '']) => {
      const { from, to } = Object(d.answers['error/jams']?.['countedTime']);
      return countLogged(d, category, from, to);
    },
  },
  {
    pattern: /^error\/jams\.dailyJam\.(\w+)\.(\d+)\.count$/,
    of: (d, [category = '', n = '']) => {
      const date = nameIn(d, 'error/jams', `dailyJam.${category}.${n}`, 'date');
      return countLogged(d, category, date, `${date}T24`);
    },
  },
  {
    pattern: /^counter\.monthly\.(\d+)\.(color|black|total)$/,
    of: (d, [n = '', kind]) => madeOf(at(months(d), `${n}.rises.${kind}`), 'counterRise'),
  },
  {
    pattern: /^counter\.summary\.month(3|6)\.(color|black|total)$/,
    of: (d, [count, kind = '']) =>
      sumOf(
        months(d)
          .slice(-Number(count))
          .map((month) => at(month, kind)),
      ),
  },
  // Judged.
  { pattern: /^toner\.tonerLeftDays\.(\w+)$/, of: (d, [c]) => made(d, `toner.leftDays.${c}`, 'tonerDays')?.value },
  {
    pattern: /^toner\.tonerLeftDaysRange\.(\w+)\.(days|lower|upper)$/,
    of: (d, [c, end]) => {
      const days = made(d, `toner.leftDays.${c}`, 'tonerDays');
      return end === 'lower' ? days?.lower : end === 'upper' ? days?.upper : days?.value;
    },
  },
  {
    pattern: /^PMParts\.parts\.(\d+)\.(?:consumedLife|verdict\.rated\.consumed)$/,
    of: (d, [n = '']) => life(d, `${partPath(d, n)}.consumedLife`)?.now,
  },
  {
    pattern: /^PMParts\.parts\.(\d+)\.(?:lifeNow|verdict\.exhaustion)$/,
    of: (d, [n = '']) => life(d, `${partPath(d, n)}.lifeNow`)?.now,
  },
  {
    pattern: /^PMParts\.parts\.(\d+)\.(life\w+)$/,
    of: (d, [n = '', week = '']) =>
      isWeek(week) ? life(d, `${partPath(d, n)}.${week}`)?.after[weeks[week]]?.value : undefined,
  },
  {
    pattern: /^PMParts\.parts\.(\d+)\.ranges\.(life\w+)\.(lower|upper)$/,
    of: (d, [n = '', week = '', end]) => {
      const after = isWeek(week) ? life(d, `${partPath(d, n)}.${week}`)?.after[weeks[week]] : undefined;
      return end === 'lower' ? after?.lower : after?.upper;
    },
  },
  {
    pattern: /^prediction\/(\w+)\.(?:\w+\.(\d+)\.)?replacementPart\.(?:exhaustionRate|lifeRate|verdict\.exhaustion)$/,
    of: (d, [c = '', n]) =>
      life(d, `${predictionPath(d, c, n)}.messageId`)?.now ?? life(d, `${predictionPath(d, c, n)}.exhaustionRate`)?.now,
  },
  {
    pattern: /^prediction\/(\w+)\.((?:\w+\.\d+\.)?replacementPart)\.verdict\.rated\.consumed$/,
    of: (d, [c, path], shown) => {
      const reported = new Set(
        Object.values(d.answers['PMParts']?.['parts'] ?? []).map((part) => String(at(part, 'partsCode'))),
      );
      const asked = partsOfAdvice(String(at(d.answers[`prediction/${c}`], `${path}.partsMessageId`)), reported);
      // Of the rollers of a paper source, the one with the most severe verdict is shown.
      const lives = asked.map((code) => life(d, `parts.${code}.consumedLife`)?.now);
      return lives.find((consumed) => consumed === shown) ?? lives[0];
    },
  },
  {
    pattern: /^profile\.failurePredictions\.(\d+)\.predictionFailureDate$/,
    of: (d, [n = '']) => signFailure(d, n).date,
  },
  {
    pattern: /^profile\.failurePredictions\.(\d+)\.predictionFailureRange\.(lower|upper)$/,
    of: (d, [n = '', end]) => signFailure(d, n)[end === 'lower' ? 'lower' : 'upper'],
  },
  {
    pattern: /^prediction\/(\w+)\.(?:\w+\.(\d+)\.)?replacementPart\.predictionFailureDate$/,
    of: (d, [c = '', n]) => failure(d, `${predictionPath(d, c, n)}.predictionFailureDate`)?.date,
  },
  {
    pattern: /^prediction\/2ndTransfer\.replacementPart\.predictionFailureMonth$/,
    of: (d) => failure(d, 'predictions.secondTransfer.predictionFailureMonth')?.date.slice(0, 7),
  },
  {
    pattern: /^prediction\/(\w+)\.(?:\w+\.(\d+)\.)?replacementPart\.predictionFailureRange\.(lower|upper)$/,
    of: (d, [c = '', n, end]) => {
      const field = c === '2ndTransfer' ? 'predictionFailureMonth' : 'predictionFailureDate';
      const found = failure(d, `${predictionPath(d, c, n)}.${field}`);
      const date = end === 'lower' ? found?.lower : found?.upper;
      return c === '2ndTransfer' ? date?.slice(0, 7) : date;
    },
  },
  {
    pattern: /^prediction\/2ndTransfer\.replacementPart\.driveTime$/,
    of: (d) => {
      const wear = d.evidence.figures?.['predictions.secondTransfer.messageId']?.inputs;
      const inputs = wear?.kind === 'expectedLife' ? { kind: 'partWear', unit: wear.unit, wear: wear.wear } : wear;
      return madeOf(inputs, 'partWear');
    },
  },
  {
    pattern: /^prediction\/imageQualitySensor\.\w+\.(\d+)\.threshold$/,
    of: (d, [n]) => made(d, `${predictionPath(d, 'imageQualitySensor', n)}.messageId`, 'sensorLimit')?.limit,
  },
  {
    pattern: /^prediction\/imageControlError\.(\w+)\.count$/,
    of: (d, [code]) => made(d, `predictions.imageControlError.${code}.count`, 'counterRise') ?? 0,
  },
  {
    pattern: /^prediction\/polygonalMotor\.\w+\.(\d+)\.count30Days$/,
    of: (d, [n]) => made(d, `${predictionPath(d, 'polygonalMotor', n)}.count30Days`, 'counterRise'),
  },
  {
    pattern: /^prediction\/hdd\.\w+\.(\d+)\.state$/,
    of: (d, [n]) => made(d, `${predictionPath(d, 'hdd', n)}.state`, 'driveState') ?? undefined,
  },
  {
    pattern: /^code\/(05|08)\.codes\.(\d+)\.outlierLevel$/,
    of: ({ answers }, [kind, n]) => {
      const row = at(answers[`code/${kind}`], `codes.${n}`);
      const [value, scale, rarity] = ['currentValue', 'scale', 'outlierLevel'].map((key) => at(row, key));
      return madeOf({ kind: 'codeLevel', value, ...(scale === undefined ? {} : { scale }), rarity }, 'codeLevel');
    },
  },
];

/**
 * Figures that need no evidence of their own: names, limits that are the same for all, what a figure was
 * calculated from, days and values that the row itself reports, and points of charts, whose readings the
 * figures next to the chart are calculated from.
 */
export const notCalculated: readonly RegExp[] = [
  /\.(basis|conditionBasis|rises|scale)\./,
  /\.(threshold|lowerThreshold|neededDays|main|sub|sataPort|unpackingDate|isAssumed)$/,
  /\.(actual|forecast)\.\d+\.(date|value|lower|upper)$/,
  /\.(alertThreshold|clearThreshold)$/,
  /^(error\/logs|collector)\./,
  /\.dailyJam\.\w+\.\d+\.date$/,
  /\.monthly\.\d+\.(label|month)$/,
  /^counter\.breaks\./,
  /^code\/\d\d\.(codes\.\d+\.(currentValue|modeValue|averageValue)|comparedWith\..*)$/,
  /^profile\.statusReasons\./,
  /\.verdict\.rated\.threshold$/,
  // The months of errors are counted from a longer time than the log covers: their sum is compared instead.
  /^error\/monthly\.monthly\.\d+\.\w+$/,
];
