import { traitsOf } from '@platen/contract/rule-metrics';
import type { TrialResult } from '@platen/contract/rule-trials';
import type { RuleForm, RuleTest } from '@platen/contract/rules';
import { isSameForm } from '../editor/rule-draft.ts';

/** A number in which another form may differ from the one that was tried (BT-12). */
export type OtherNumber = keyof TrialResult['otherwise'];
const otherNumbers = ['value', 'windowHours', 'openDelayMinutes', 'clear'] as const satisfies OtherNumber[];

/** The present number of the form that was tried; undefined: it has none. */
export function numberOf(form: RuleForm, name: OtherNumber): number | undefined {
  const [test] = form.tests;
  return name === 'openDelayMinutes' ? form.openDelayMinutes : test?.[name];
}

/** The form with another number; the value that clears keeps its distance from the one that opens. */
export function withNumber(form: RuleForm, name: OtherNumber, number: number): RuleForm {
  if (name === 'openDelayMinutes') return { ...form, openDelayMinutes: number };
  const [test, ...rest] = form.tests;
  if (test === undefined) return form;
  const change: Partial<RuleTest> =
    name === 'value' ? { value: number, ...movedClear(test, number) } : { [name]: number };
  return { ...form, tests: [{ ...test, ...change }, ...rest] };
}

function movedClear({ metric, value, clear }: RuleTest, next: number): Partial<RuleTest> {
  if (value === undefined || clear === undefined) return {};
  const scale = 10 ** (traitsOf(metric).number?.decimals ?? 0);
  return { clear: Math.round((next + clear - value) * scale) / scale };
}

/** Whether two forms fire alike: names and notes play no part. */
export const firesAlike = (a: RuleForm, b: RuleForm): boolean => isSameForm(toLogic(a), toLogic(b));

const toLogic = ({ scope, tests, openDelayMinutes, clearDelayMinutes }: RuleForm) => ({
  scope,
  tests,
  openDelayMinutes,
  clearDelayMinutes,
});

/** The count that is known of a form from the trial of another one: in which number it differs. */
export function findOther(
  form: RuleForm,
  tried: RuleForm,
  otherwise: TrialResult['otherwise'],
):
  | { readonly name: OtherNumber; readonly value: number; readonly times: number; readonly devices: number }
  | undefined {
  for (const name of otherNumbers) {
    const found = otherwise[name].find(({ value }) => firesAlike(form, withNumber(tried, name, value)));
    if (found !== undefined) return { name, ...found };
  }
  return undefined;
}
