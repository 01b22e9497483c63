import { dayMs } from '@platen/contract/constants';
import type { TrialResult } from '@platen/contract/rule-trials';
import { toDate } from '../components/part-life/dates.ts';
import type { Decision } from './decide.ts';
import type { RuleInputs } from './inputs.ts';
import type { OtherForms } from './other-forms.ts';
import type { TriedDevice } from './sum-trials.ts';
import { measureSpan, showSubject, type TrialSpan, type TriedForm, tryDevice } from './try-rule.ts';

/**
 * Tries a form and the others next to it on one device, from values that are measured once for each window.
 */
export function tryForms(
  inputs: RuleInputs,
  form: TriedForm,
  others: OtherForms,
  span: TrialSpan,
): Pick<TriedDevice, 'trial' | 'otherwise'> {
  const measurements = measureSpan(inputs, form, span);
  const trial = tryDevice(form, measurements);
  const present = toText(form);
  const isPresent = (other: TriedForm) => toText(other) === present;
  const timesOf = (other: TriedForm) => (isPresent(other) ? trial : tryDevice(other, measurements)).firings.length;
  const isKnown = trial.daysWith > 0;
  const count = (list: OtherForms['value']) => list.map(([, other]) => (isKnown ? timesOf(other) : 0));
  return {
    trial,
    otherwise: {
      value: count(others.value),
      openDelayMinutes: count(others.openDelayMinutes),
      clear: count(others.clear),
      windowHours: others.windowHours.map(([, other]) =>
        isPresent(other) ? trial.firings.length : tryDevice(other, measureSpan(inputs, other, span)).firings.length,
      ),
    },
  };
}

const written = new WeakMap<TriedForm, string>();

/** Once for each form: devices are tried with the same ones. */
function toText(form: TriedForm): string {
  const known = written.get(form);
  if (known !== undefined) return known;
  const { tests, openDelayMinutes, clearDelayMinutes } = form;
  const text = JSON.stringify([tests, openDelayMinutes, clearDelayMinutes]);
  written.set(form, text);
  return text;
}

type Example = TrialResult['examples'][number];

/**
 * The first firing on a device in full: each test with its values by day, and at each opening and clearing.
 */
export function showDevice(
  inputs: RuleInputs,
  form: TriedForm,
  span: TrialSpan,
): Pick<Example, 'subject' | 'tests' | 'steps'> & { readonly firings: ReturnType<typeof tryDevice>['firings'] } {
  const measurements = measureSpan(inputs, form, span);
  const all = tryDevice(form, measurements).firings;
  const subject = all[0]?.subject ?? '';
  const firings = all.filter((one) => one.subject === subject);
  const shown = showSubject(form, measurements, subject);
  const lastOf = new Map(shown.map((one) => [Math.floor(one.at / dayMs), one.found]));
  const upTo = (at: number) => shown.findLast((one) => one.at <= at)?.found ?? form.tests.map(() => null);
  return {
    ...(subject === '' ? {} : { subject }),
    firings,
    tests: form.tests.map((_, index) =>
      [...lastOf].map(([day, found]) => ({ day: toDate(day), ...toShown(found[index]) })),
    ),
    steps: firings.flatMap(({ from, to }) => [
      { at: new Date(from).toISOString(), change: 'opened' as const, tests: upTo(from).map(toMeasured) },
      ...(to === null
        ? []
        : [{ at: new Date(to).toISOString(), change: 'cleared' as const, tests: upTo(to).map(toMeasured) }]),
    ]),
  };
}

type FoundOne = Decision['found'][number] | undefined;
const toShown = (found: FoundOne) => ({
  value: found?.value ?? null,
  ...(found?.word === undefined ? {} : { word: found.word }),
});
const toMeasured = (found: FoundOne) => (found === null || found === undefined ? null : toShown(found));
