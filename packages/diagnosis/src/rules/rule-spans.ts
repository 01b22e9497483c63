import { dayMs, hourMs } from '@platen/contract/constants';
import { traitsOf } from '@platen/contract/rule-metrics';
import type { RuleForm } from '@platen/contract/rules';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import type { IdentityMemory } from '../conditions/memory.ts';
import { type Instant, keyOf, type Span } from '../conditions/model.ts';
import { type Decision, decide, measureTests } from './decide.ts';
import { followRule } from './follow.ts';
import type { RuleInputs } from './inputs.ts';

/** A rule that is switched on, as the evaluation of a device in its scope takes it. */
export interface LiveRule {
  readonly ruleId: string;
  /** Rises with each change of scope, tests, delays or clear values (AR-09). */
  readonly logic: number;
  readonly form: Omit<RuleForm, 'scope'>;
}

/** The rules in whose scope a device is now, and its values; null: without rules none are needed. */
export interface DeviceRules {
  readonly rules: readonly LiveRule[];
  readonly inputs: RuleInputs | null;
  /** Rules that are not evaluated now, paused (AR-13) or failing (AR-11): what they opened stays as it is. */
  readonly resting: readonly string[];
}
export const noRules: DeviceRules = { rules: [], inputs: null, resting: [] };

/** A rule whose evaluation threw (AR-11). */
export interface RuleFailure {
  readonly ruleId: string;
  readonly reason: string;
}

/** The spans of rules by the key of their condition. */
export interface RuleSpans {
  readonly spans: ReadonlyMap<string, readonly Span[]>;
  readonly failures: readonly RuleFailure[];
}

/** Subject of a condition that a rule opens on a subject of a device, and back. */
export const subjectOfRule = (ruleId: string, subject: string): string =>
  subject === '' ? ruleId : `${ruleId}/${subject}`;
export const ruleOfSubject = (text: string): { readonly ruleId: string; readonly subject: string } => {
  const at = text.indexOf('/');
  return at === -1 ? { ruleId: text, subject: '' } : { ruleId: text.slice(0, at), subject: text.slice(at + 1) };
};

export const isJudgedRule = ({ tests }: Pick<RuleForm, 'tests'>): boolean =>
  tests.some(({ metric }) => traitsOf(metric).isJudged === true);

/** What a condition of a rule carries with it. */
function toFacts(
  { ruleId, logic, form }: LiveRule,
  { found }: Pick<Decision, 'found'>,
): NonNullable<ConditionFacts['rule']> {
  const { name, note, priority, whoCanAct, inWorklist } = form;
  return {
    ruleId,
    logic,
    name,
    note,
    priority,
    whoCanAct,
    inWorklist,
    isJudged: isJudgedRule(form),
    values: form.tests.map(({ metric }, index) => {
      const one = found[index];
      const value = one?.value ?? null;
      return {
        metric,
        value: value === null ? null : Math.round(value * 10) / 10,
        ...(one?.word === undefined ? {} : { word: one.word }),
      };
    }),
  };
}

/**
 * The spans of all rules of a device, continued by what is known at `now`. A rule that is no longer there, or
 * whose changed form does not hold, ends its spans at once (AR-09). One that rests or whose evaluation throws
 * opens and clears nothing, and stops no other.
 */
export function toRuleSpans(
  { rules, inputs, resting }: DeviceRules,
  identities: Readonly<Record<string, IdentityMemory>>,
  now: Instant,
): RuleSpans {
  const spans = new Map<string, readonly Span[]>();
  const failures: RuleFailure[] = [];
  const remembered = new Map<string, string[]>();
  for (const key of Object.keys(identities)) {
    if (!key.startsWith('rule:')) continue;
    const { ruleId, subject } = ruleOfSubject(key.slice('rule:'.length));
    remembered.set(ruleId, [...(remembered.get(ruleId) ?? []), subject]);
  }
  const formerOf = (key: string) => identities[key]?.spans ?? [];
  const present = new Set(rules.map(({ ruleId }) => ruleId));
  for (const [ruleId, subjects] of remembered) {
    if (present.has(ruleId)) continue;
    const rests = resting.includes(ruleId);
    for (const key of subjects.map((subject) => keyOfRule(ruleId, subject)))
      spans.set(key, rests ? suspend(formerOf(key), now) : endSpans(formerOf(key), now));
  }
  if (inputs === null) return { spans, failures };
  for (const rule of rules) {
    const subjects = remembered.get(rule.ruleId) ?? [];
    try {
      for (const [key, after] of continueRule(rule, { inputs, subjects, formerOf, now })) spans.set(key, after);
    } catch (error) {
      failures.push({ ruleId: rule.ruleId, reason: error instanceof Error ? error.message : String(error) });
      for (const key of subjects.map((subject) => keyOfRule(rule.ruleId, subject)))
        spans.set(key, suspend(formerOf(key), now));
    }
  }
  return { spans, failures };
}

const keyOfRule = (ruleId: string, subject: string): string =>
  keyOf({ kind: 'rule', subject: subjectOfRule(ruleId, subject) });

interface RulePast {
  readonly inputs: RuleInputs;
  /** Subjects with a past. */
  readonly subjects: readonly string[];
  readonly formerOf: (key: string) => readonly Span[];
  readonly now: Instant;
}

/** The spans of one rule by key. */
function continueRule(rule: LiveRule, { inputs, subjects, formerOf, now }: RulePast): [string, readonly Span[]][] {
  const { tests } = rule.form;
  return decide(tests, measureTests(inputs, tests, now), subjects).flatMap((decision) => {
    const key = keyOfRule(rule.ruleId, decision.subject);
    const former = formerOf(key);
    const isChanged = former.at(-1)?.facts.rule?.logic !== rule.logic;
    const after =
      isChanged && decision.verdict === 'clear'
        ? endSpans(former, now)
        : followRule(former, { verdict: decision.verdict, facts: { rule: toFacts(rule, decision) } }, now, rule.form);
    return after.length > 0 || former.length > 0 ? [[key, withForm(after, rule)]] : [];
  });
}

/** Both delays stop, as while a value is unknown: nothing opens and nothing clears. */
const suspend = (spans: readonly Span[], now: Instant): readonly Span[] =>
  followRule(spans, { verdict: 'unknown' }, now, { openDelayMinutes: 0, clearDelayMinutes: 0 });

/** Name, note and priority of the rule as they are now, whatever the values (AR-09). */
function withForm(spans: readonly Span[], { logic, form }: LiveRule): readonly Span[] {
  const last = spans.at(-1);
  const rule = last?.facts.rule;
  if (last === undefined || rule === undefined || last.closeAt !== null) return spans;
  const { name, note, priority, whoCanAct, inWorklist } = form;
  const facts = { ...last.facts, rule: { ...rule, logic, name, note, priority, whoCanAct, inWorklist } };
  return [...spans.slice(0, -1), { ...last, facts }];
}

/** Ends what goes on; what never opened leaves nothing. */
function endSpans(spans: readonly Span[], now: Instant): readonly Span[] {
  const last = spans.at(-1);
  if (last === undefined || (last.closeAt !== null && last.closeAt <= now)) return spans;
  const others = spans.slice(0, -1);
  if (last.openAt === null || last.openAt > now) return others;
  return [...others, { ...last, clearedAt: last.clearedAt ?? now, closeAt: now, isRuleChanged: true }];
}

/** Instants at which time alone changes what a rule finds (AR-10). */
export function ruleDues({ rules, inputs }: DeviceRules, now: Instant): Instant[] {
  if (inputs === null) return [];
  const last = inputs.reports.at(-1) ?? inputs.createdAt;
  const dues = rules.flatMap(({ form }) =>
    form.tests.flatMap(({ metric, value = 0 }): Instant[] => {
      if (metric === 'silence') return [last + value * hourMs];
      if (metric === 'collectorSilence') {
        const heard = inputs.present?.collector?.lastContactAt ?? null;
        return heard === null ? [] : [heard + value * hourMs];
      }
      if (metric === 'newDevice') return [inputs.createdAt + value * hourMs + 1];
      if (metric === 'counterBreak') return inputs.breaks.map(({ at }) => at + value * dayMs);
      return [];
    }),
  );
  return dues.filter((at) => at > now);
}
