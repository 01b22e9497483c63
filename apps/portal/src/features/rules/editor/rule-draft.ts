import type { Locale } from '@platen/catalogue/locale';
import { ruleTemplates } from '@platen/catalogue/rule-templates';
import { checkRule, proposedClear } from '@platen/contract/rule-checks';
import { type RuleComparison, type RuleMetric, traitsOf } from '@platen/contract/rule-metrics';
import type { RuleForm, RuleTest } from '@platen/contract/rules';

/** Longest delay of a rule, in minutes (AR-06). */
const longestDelay = 30 * 24 * 60;

/** A test of a metric with what the table of metrics proposes; its value is for the user to name. */
export function newTest(metric: RuleMetric): RuleTest {
  const { comparisons, window, leastFeeds } = traitsOf(metric);
  return {
    metric,
    comparison: comparisons[0] ?? 'is',
    ...(window === undefined ? {} : { windowHours: window.usual }),
    ...(leastFeeds === undefined ? {} : { leastFeeds }),
  };
}

export const emptyForm: RuleForm = {
  name: '',
  note: '',
  scope: {},
  tests: [newTest('jamRate')],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'computed',
  whoCanAct: 'technician',
  inWorklist: true,
};

/** A template as a form (AR-18); undefined for an unknown one. */
export function formOfTemplate(template: string | undefined, locale: Locale): RuleForm | undefined {
  const found = ruleTemplates.find((one) => one.template === template);
  return found === undefined ? undefined : { ...found.form, ...found.texts[locale] };
}

/** The value at which a level is proposed to clear (AR-07); undefined where there is none. */
export function proposalOf({ metric, value, comparison }: RuleTest): number | undefined {
  const traits = traitsOf(metric);
  return traits.isLevel !== true || value === undefined || !Number.isFinite(value)
    ? undefined
    : proposedClear({ value, comparison }, traits);
}

/** Another value or comparison; the value that clears follows it while it is the proposed one, or none. */
function withProposal(before: RuleTest, after: RuleTest): RuleTest {
  const isProposed = before.clear === undefined || before.clear === proposalOf(before);
  return isProposed ? { ...after, clear: proposalOf(after) } : after;
}

export const withValue = (test: RuleTest, value: number | undefined): RuleTest =>
  withProposal(test, { ...test, value });

export const withComparison = (test: RuleTest, comparison: RuleComparison): RuleTest =>
  withProposal(test, { ...test, comparison, ...(comparison === 'changed' ? { value: undefined } : {}) });

/** Whether two forms say the same; a missing part and an undefined one are alike. */
export const isSameForm = (a: object, b: object): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** The parts of a form that cannot be saved, by their path (`tests.0.value`). */
export function findFaults(form: RuleForm): ReadonlySet<string> {
  const faults = new Set(checkRule(form).map(({ path }) => path.join('.')));
  const { length } = form.name.trim();
  if (length < 1 || length > 80) faults.add('name');
  for (const field of ['openDelayMinutes', 'clearDelayMinutes'] as const) {
    const minutes = form[field];
    if (!(Number.isInteger(minutes) && minutes >= 0 && minutes <= longestDelay)) faults.add(field);
  }
  return faults;
}
