import type { FirmwareMatcher, SearchCriteria } from '@platen/contract/devices';
import { checkRule } from '@platen/contract/rule-checks';
import { type RuleMetric, type RuleSubject, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleForm, RuleScope, RuleTest } from '@platen/contract/rules';
import { intlTag, type Locale } from './locale.ts';
import { partWords } from './part-words.ts';
import type { RuleWordsTexts } from './texts/types.ts';

type Words = RuleWordsTexts['ruleWords'];
type Keys<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Keys<T[K], `${P}${K}.`>;
}[keyof T & string];
type Values = Readonly<Record<string, string | number>>;

/** The words of rules in one language: each text by its key. */
export interface RuleLanguage {
  readonly locale: Locale;
  readonly text: (key: Keys<Words>, values?: Values) => string;
}

/** Names of what a scope lists by its number; one that is not there is shown by its number. */
export interface ScopeNames {
  readonly group?: (groupId: number) => string | undefined;
  readonly customer?: (number: string) => string | undefined;
  readonly device?: (deviceId: string) => string | undefined;
}

/** What a rule is described with, in one language. */
export interface RuleWords {
  /** What the rule does, in one sentence (AR-14); undefined while the rule has a fault. */
  readonly sentence: (form: Pick<RuleForm, 'tests' | 'openDelayMinutes' | 'clearDelayMinutes'>) => string | undefined;
  /** One test as a clause of that sentence; the test has no fault. */
  readonly test: (test: RuleTest) => string;
  /** The devices that a rule is about. */
  readonly scope: (scope: RuleScope, names?: ScopeNames) => string;
  readonly metric: (metric: RuleMetric) => string;
  /** A value of the metric with its unit; one without a unit as a plain number. */
  readonly amount: (metric: RuleMetric, value: number) => string;
  /** What a metric shows of a device; undefined: it is not known. */
  readonly found: (
    metric: RuleMetric,
    found: { value: number | null; word?: string | undefined },
  ) => string | undefined;
  /** A word that the metric can take, or any other text as it is. */
  readonly word: (metric: RuleMetric, word: string) => string;
  /** What a test is about; undefined: any of its kind. */
  readonly subject: (kind: RuleSubject, subject: string | undefined) => string;
  /** A time in its largest whole unit. */
  readonly span: (minutes: number) => string;
}

const dayHours = 24;
const hourMinutes = 60;
const ordinals = ['first', 'second', 'third', 'fourth'] as const;

const matcherSigns = {
  equal: '',
  notEqual: '≠ ',
  lessThan: '< ',
  lessThanEqual: '≤ ',
  greaterThan: '> ',
  greaterThanEqual: '≥ ',
} as const satisfies Record<FirmwareMatcher, string>;

/** What search criteria hold, as it was typed: the lists in their order, a firmware with its comparison. */
export function criteriaWords({ firmwareVersion, ...lists }: SearchCriteria): string {
  const versions =
    firmwareVersion?.versions.map((version) => `${matcherSigns[firmwareVersion.matcher]}${version}`) ?? [];
  return [...Object.values(lists).flat(), ...versions].join(', ');
}

export function createRuleWords(language: RuleLanguage): RuleWords {
  const { text } = language;
  const names = createNames(language);
  const { span } = names;
  const testOf = createTestWords(language, names);
  const clearsOf = createClearsWords(language, names);
  return {
    sentence: ({ tests, openDelayMinutes, clearDelayMinutes }) => {
      const isWhole = (minutes: number) => Number.isInteger(minutes) && minutes >= 0;
      if (!isWhole(openDelayMinutes) || !isWhole(clearDelayMinutes) || tests.length === 0) return undefined;
      if (checkRule({ tests: [...tests] }).length > 0) return undefined;
      const values = {
        tests: tests.map(testOf).reduce((first, second) => text('both', { first, second })),
        clears: clearsOf(tests, clearDelayMinutes),
      };
      return openDelayMinutes === 0
        ? text('opens', values)
        : text('opensDelayed', { ...values, delay: span(openDelayMinutes) });
    },
    test: testOf,
    scope: createScopeWords(language),
    ...names,
  };
}

type Names = Pick<RuleWords, 'metric' | 'amount' | 'found' | 'word' | 'subject' | 'span'>;

/** Names of metrics and of what they are about, and their values. */
function createNames({ locale, text }: RuleLanguage): Names {
  const span = (minutes: number): string => {
    if (minutes === 0 || minutes % hourMinutes !== 0) return text('span.minutes', { count: minutes });
    const hours = minutes / hourMinutes;
    return hours % dayHours === 0
      ? text('span.days', { count: hours / dayHours })
      : text('span.hours', { count: hours });
  };

  function subject(kind: RuleSubject, named: string | undefined): string {
    if (named === undefined) return text(`any.${kind}`);
    if (kind === 'supply' || kind === 'colour') {
      const name = supplyNames.find((one) => one === named);
      return name === undefined ? named : text(`supplies.${name}`);
    }
    if (kind === 'part' || kind === 'component') return partWords(named, locale) ?? text('part', { code: named });
    return kind === 'port' ? text('port', { port: named }) : named;
  }

  function word(metric: RuleMetric, taken: string): string {
    const known = knownWords[metric];
    const key = known?.find((one) => one.endsWith(`.${taken}`));
    return key === undefined ? taken : text(key);
  }

  function amount(metric: RuleMetric, value: number): string {
    const unit = traitsOf(metric).number?.unit ?? 'number';
    return text(`amount.${unit === 'share' ? 'percent' : unit}`, { value });
  }

  function found(metric: RuleMetric, { value, word: taken }: Parameters<RuleWords['found']>[1]): string | undefined {
    if (taken !== undefined) return word(metric, taken);
    if (value === null) return undefined;
    if (metric === 'totalCrosses' || metric === 'unknownCustomer') return text(value >= 1 ? 'flag.yes' : 'flag.no');
    // Of a device without a break the days that one is open are below zero.
    if (value < 0 && metric === 'counterBreak') return text('flag.no');
    return amount(metric, Math.round(value * 10) / 10);
  }

  return { span, subject, word, amount, found, metric: (metric) => text(`metrics.${metric}`) };
}

/** One test as a clause. */
function createTestWords({ locale, text }: RuleLanguage, names: Names): RuleWords['test'] {
  const anyOf = new Intl.ListFormat(intlTag(locale), { type: 'disjunction' });
  const windowOf = (hours: number): string =>
    hours % dayHours === 0 && hours > dayHours
      ? text('window.days', { count: hours / dayHours })
      : text('window.hours', { count: hours });

  function clauseOf(test: RuleTest): string {
    const { metric, comparison, subject, value = 0, words = [], windowHours = 0, leastFeeds = 0 } = test;
    const { subject: kind } = traitsOf(metric);
    const values: Values = {
      value,
      feeds: leastFeeds,
      text: test.text ?? '',
      window: windowOf(windowHours),
      subject: kind === undefined ? '' : names.subject(kind, subject),
      words: anyOf.format(words.map((word) => names.word(metric, word))),
    };
    if (metric === 'sameCode') return text(subject === undefined ? 'tests.sameCode.any' : 'tests.sameCode.of', values);
    const side = comparison === 'below' ? 'below' : 'above';
    if (metric === 'pagesAgainstUsual') return text(`tests.pagesAgainstUsual.${side}`, values);
    if (metric === 'firmware') return text(`tests.firmware.${comparison === 'below' ? 'below' : 'is'}`, values);
    if (metric !== 'setting') return text(`tests.${metric}`, values);
    const isNamed = comparison === 'above' || comparison === 'below' || comparison === 'changed';
    return text(`tests.setting.${isNamed ? comparison : 'is'}`, values);
  }

  return (test) => (test.missingFires === true ? text('orMissing', { test: clauseOf(test) }) : clauseOf(test));
}

/** When an alert clears. */
function createClearsWords({ locale, text }: RuleLanguage, { amount, span }: Names) {
  const allOf = new Intl.ListFormat(intlTag(locale), { type: 'conjunction' });
  const levelOf = ({ metric, comparison, clear }: RuleTest): string | undefined =>
    clear === undefined
      ? undefined
      : text(`level.${comparison === 'below' ? 'below' : 'above'}`, { value: amount(metric, clear) });

  return (tests: readonly RuleTest[], clearDelayMinutes: number): string => {
    const delay = clearDelayMinutes === 0 ? undefined : span(clearDelayMinutes);
    const say = (key: 'level' | 'over' | 'any' | 'anyLevel', values: Values = {}): string =>
      delay === undefined ? text(`clears.${key}`, values) : text(`clears.${key}Delayed`, { ...values, delay });
    const levels = tests.map(levelOf);
    const [only] = levels;
    if (tests.length === 1) return only === undefined ? say('over') : say('level', { level: only });
    const numbered = levels.flatMap((level, index) =>
      level === undefined ? [] : [text(`numbered.${ordinals[index] ?? 'fourth'}`, { level })],
    );
    return numbered.length === 0 ? say('any') : say('anyLevel', { levels: allOf.format(numbered) });
  };
}

/** The devices that a rule is about. */
function createScopeWords({ locale, text }: RuleLanguage): RuleWords['scope'] {
  const allOf = new Intl.ListFormat(intlTag(locale), { type: 'conjunction' });
  const list = (key: 'customers' | 'models' | 'families' | 'groups' | 'devices', all: readonly string[] | undefined) =>
    all === undefined || all.length === 0
      ? []
      : [text(`scope.${key}`, { count: all.length, names: allOf.format(all) })];
  const joined = (parts: readonly string[]) =>
    parts.reduce((first, second) => (first === '' ? second : text('scope.join', { first, second })), '');

  return (scope, names = {}) => {
    const customers = (numbers: readonly string[] | undefined) =>
      list(
        'customers',
        numbers?.map((number) => names.customer?.(number) ?? number),
      );
    const { criteria, groupIds, customerNumbers, models, families, except } = scope;
    const parts = [
      ...list(
        'groups',
        groupIds?.map((id) => names.group?.(id) ?? String(id)),
      ),
      ...customers(customerNumbers),
      ...list('models', models),
      ...list('families', families),
      ...(criteria === undefined ? [] : [text('scope.criteria', { criteria: criteriaWords(criteria) })]),
    ];
    const others = [
      ...customers(except?.customerNumbers),
      ...list(
        'devices',
        except?.deviceIds?.map((id) => names.device?.(id) ?? id),
      ),
    ];
    const devices = parts.length === 0 ? text('scope.all') : joined(parts);
    return others.length === 0 ? devices : text('scope.except', { devices, others: joined(others) });
  };
}

const supplyNames = ['black', 'yellow', 'magenta', 'cyan', 'eBlue', 'waste'] as const;

/** The texts of the words that metrics take. */
const knownWords: Readonly<Partial<Record<RuleMetric, readonly Extract<Keys<Words>, `words.${string}`>[]>>> = {
  status: ['words.status.error', 'words.status.warning', 'words.status.offline'],
  supplyState: [
    'words.supplyState.low',
    'words.supplyState.empty',
    'words.supplyState.nearFull',
    'words.supplyState.full',
  ],
  failureSign: ['words.failureSign.watch', 'words.failureSign.nextVisit', 'words.failureSign.now'],
  storage: ['words.storage.1', 'words.storage.2', 'words.storage.3', 'words.storage.9'],
  finding: ['words.finding.movedAddress', 'words.finding.duplicateSerial', 'words.finding.exchangedBoard'],
};
