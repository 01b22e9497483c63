import { checkRule } from '@platen/contract/rule-checks';
import { traitsOf } from '@platen/contract/rule-metrics';
import type { TriedForm } from './try-rule.ts';

/**
 * Other forms whose firings are counted next to those of a rule (BT-12); each list holds the present value.
 */
export interface OtherForms {
  readonly value: readonly (readonly [value: number, form: TriedForm])[];
  readonly clear: readonly (readonly [value: number, form: TriedForm])[];
  readonly openDelayMinutes: readonly (readonly [value: number, form: TriedForm])[];
  /** These have to be measured again. */
  readonly windowHours: readonly (readonly [value: number, form: TriedForm])[];
}

/** Values of the curve at both sides of the present one. */
const curve = { points: 8, span: 2 };

/** The forms that differ in one number of the first test, or in the delay. */
export function toOtherForms(form: TriedForm): OtherForms {
  const [test, ...rest] = form.tests;
  if (test === undefined) return { value: [], clear: [], openDelayMinutes: [], windowHours: [] };
  const { number, isLevel, window } = traitsOf(test.metric);
  const withTest = (change: Partial<typeof test>): TriedForm => ({ ...form, tests: [{ ...test, ...change }, ...rest] });
  const { value, clear, windowHours } = test;
  const distance = value === undefined || clear === undefined ? 0 : clear - value;
  const scale = 10 ** (number?.decimals ?? 0);
  const fit = (one: number) => Math.round(one * scale) / scale;
  const isInside = (one: number) => number !== undefined && one >= number.least && one <= number.most;
  const values =
    value === undefined || number === undefined
      ? []
      : range(-curve.points, curve.points).map((step) => fit(value * curve.span ** (step / curve.points)));
  const clears =
    clear === undefined || value === undefined ? [] : [0.5, 1, 2].map((factor) => fit(value + distance * factor));
  const windows =
    windowHours === undefined || window === undefined ? [] : [windowHours / 2, windowHours, windowHours * 2];
  const delays = [...new Set([0, form.openDelayMinutes || 24 * 60, (form.openDelayMinutes || 24 * 60) * 3])];
  const isValid = ([, other]: readonly [number, TriedForm]) => checkRule(other).length === 0;
  return {
    value: [...new Set(values)]
      .filter(isInside)
      .map((one) => [one, withTest({ value: one, ...(isLevel === true && { clear: fit(one + distance) }) })] as const)
      .filter(isValid),
    clear: [...new Set(clears)].map((one) => [one, withTest({ clear: one })] as const).filter(isValid),
    openDelayMinutes: delays.map((one) => [one, { ...form, openDelayMinutes: one }]),
    windowHours: windows
      .filter(Number.isInteger)
      .map((one) => [one, withTest({ windowHours: one })] as const)
      .filter(isValid),
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
