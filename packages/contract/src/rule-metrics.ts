// What the test of an alert rule can ask of a device (AR-20). One row a metric: the form, the sentence, the
// checks of a rule, its evaluation and its trial on the past all go by this table.

/** How a value is compared with that of the test. `present`: the metric is there at all. */
export const ruleComparisons = ['above', 'atLeast', 'below', 'is', 'changed', 'present'] as const;
export type RuleComparison = (typeof ruleComparisons)[number];

/** What the subject of a test names; `any` of them where the test leaves it out. */
export type RuleSubject = 'codes' | 'paperSource' | 'supply' | 'colour' | 'part' | 'component' | 'setting' | 'port';

/** From where the past of a metric is known (BT-04 to BT-06); `now`: it is not stored. */
export type RuleHistory = 'errors' | 'readings' | 'judgement' | 'reports' | 'versions' | 'breaks' | 'devices' | 'now';

/** Unit of a value, for the form and the sentence. */
export type RuleUnit = 'times' | 'perThousand' | 'percent' | 'days' | 'hours' | 'factor' | 'pages' | 'share' | 'number';

export interface RuleMetricTraits {
  readonly comparisons: readonly RuleComparison[];
  /** Left out: the metric has one value a device. */
  readonly subject?: RuleSubject;
  /** The test must name its subject. */
  readonly isSubjectRequired?: true;
  /** Range and unit of a number; left out where the value is a word, a text or nothing. */
  readonly number?: {
    readonly unit: RuleUnit;
    readonly least: number;
    readonly most: number;
    /** Smallest distance between the value that opens and the one that clears (AR-07). */
    readonly step: number;
    /** Decimals of a value. */
    readonly decimals: 0 | 1;
  };
  /** The words of a value; a test may name several. */
  readonly words?: readonly string[];
  /** The value is a text (`is`) of a version. */
  readonly isText?: true;
  /** A level that rises and falls: the rule needs a value at which it clears (AR-07). */
  readonly isLevel?: true;
  /** Rolling window that ends at the newest reading (AR-19), in hours. */
  readonly window?: { readonly least: number; readonly most: number; readonly usual: number };
  /** Least feeds in the window for a rate to be known. */
  readonly leastFeeds?: number;
  /** A value of a judgement (AR-21). */
  readonly isJudged?: true;
  /** Time alone makes it true (AR-10). */
  readonly isByTime?: true;
  /** A metric of silence: a test may say that a missing value counts as firing (AR-08). */
  readonly isSilence?: true;
  readonly history: RuleHistory;
}

const day = 24;
const daily = { least: day, most: 90 * day };
const percent = { unit: 'percent', least: 0, most: 100, step: 1, decimals: 0 } as const;
const counted = { unit: 'times', least: 1, most: 10_000, step: 1, decimals: 0 } as const;

export const ruleMetrics = {
  status: { comparisons: ['is'], words: ['error', 'warning', 'offline'], history: 'now' },
  /** Each code by itself; the subject says which ones count. */
  sameCode: {
    comparisons: ['atLeast'],
    subject: 'codes',
    number: counted,
    window: { least: 1, most: 90 * day, usual: day },
    history: 'errors',
  },
  /** All codes of the subject together. */
  deviceCodes: {
    comparisons: ['atLeast'],
    subject: 'codes',
    isSubjectRequired: true,
    number: counted,
    window: { least: 1, most: 90 * day, usual: day },
    history: 'errors',
  },
  jamRate: {
    comparisons: ['above'],
    subject: 'paperSource',
    number: { unit: 'perThousand', least: 0.1, most: 1000, step: 0.1, decimals: 1 },
    isLevel: true,
    window: { ...daily, usual: 14 * day },
    leastFeeds: 500,
    history: 'errors',
  },
  serviceCalls: {
    comparisons: ['atLeast'],
    number: counted,
    window: { least: 1, most: 90 * day, usual: 7 * day },
    history: 'errors',
  },
  supplyPercent: { comparisons: ['below'], subject: 'supply', number: percent, isLevel: true, history: 'readings' },
  supplyDays: {
    comparisons: ['below'],
    subject: 'colour',
    number: { unit: 'days', least: 1, most: 90, step: 1, decimals: 0 },
    isLevel: true,
    isJudged: true,
    history: 'judgement',
  },
  supplyState: {
    comparisons: ['is'],
    subject: 'supply',
    words: ['low', 'empty', 'nearFull', 'full'],
    history: 'now',
  },
  earlyChange: {
    comparisons: ['above'],
    subject: 'colour',
    number: percent,
    window: { ...daily, usual: 7 * day },
    history: 'readings',
  },
  partLife: {
    comparisons: ['above'],
    subject: 'part',
    number: { ...percent, most: 400 },
    isLevel: true,
    history: 'readings',
  },
  partLifeSoon: {
    comparisons: ['above'],
    subject: 'part',
    number: { ...percent, most: 400 },
    isLevel: true,
    isJudged: true,
    history: 'judgement',
  },
  failureSign: {
    comparisons: ['is'],
    subject: 'component',
    words: ['watch', 'nextVisit', 'now'],
    isJudged: true,
    history: 'judgement',
  },
  silence: {
    comparisons: ['atLeast'],
    number: { unit: 'hours', least: 1, most: 90 * day, step: 1, decimals: 0 },
    isByTime: true,
    isSilence: true,
    history: 'reports',
  },
  pagesAgainstUsual: {
    comparisons: ['above', 'below'],
    number: { unit: 'factor', least: 0, most: 100, step: 0.1, decimals: 1 },
    isLevel: true,
    window: { least: day, most: 30 * day, usual: day },
    history: 'readings',
  },
  totalCrosses: {
    comparisons: ['present'],
    number: { unit: 'pages', least: 1000, most: 100_000_000, step: 1, decimals: 0 },
    window: { ...daily, usual: 7 * day },
    history: 'readings',
  },
  setting: {
    comparisons: ['above', 'below', 'is', 'changed'],
    subject: 'setting',
    isSubjectRequired: true,
    number: { unit: 'number', least: -2_147_483_648, most: 2_147_483_647, step: 1, decimals: 0 },
    history: 'versions',
  },
  firmware: { comparisons: ['is', 'below'], isText: true, history: 'versions' },
  storage: {
    comparisons: ['is'],
    subject: 'port',
    words: ['1', '2', '3', '9'],
    isJudged: true,
    history: 'judgement',
  },
  counterBreak: {
    comparisons: ['atLeast'],
    number: { unit: 'days', least: 0, most: 365, step: 1, decimals: 0 },
    isByTime: true,
    history: 'breaks',
  },
  finding: {
    comparisons: ['is'],
    words: ['movedAddress', 'duplicateSerial', 'exchangedBoard'],
    history: 'now',
  },
  /** Since the collector of the device was last heard of. */
  collectorSilence: {
    comparisons: ['atLeast'],
    number: { unit: 'hours', least: 1, most: 90 * day, step: 1, decimals: 0 },
    isByTime: true,
    isSilence: true,
    history: 'now',
  },
  /** Of the addresses at which the collector of the device knows devices those that fail. */
  collectorFailures: { comparisons: ['above'], number: percent, isLevel: true, history: 'now' },
  newDevice: {
    comparisons: ['present'],
    number: { unit: 'hours', least: 1, most: 90 * day, step: 1, decimals: 0 },
    isByTime: true,
    history: 'devices',
  },
  unknownCustomer: { comparisons: ['present'], history: 'now' },
} as const satisfies Readonly<Record<string, RuleMetricTraits>>;

export type RuleMetric = keyof typeof ruleMetrics;
const isMetric = (name: string): name is RuleMetric => Object.hasOwn(ruleMetrics, name);
export const ruleMetricNames = Object.keys(ruleMetrics).filter(isMetric);
export const traitsOf = (metric: RuleMetric): RuleMetricTraits => ruleMetrics[metric];
