import { hash } from 'node:crypto';
import type { RuleForm } from '@platen/contract/rules';

/** With the keys of objects in one order: the database gives them in another than calls do. */
function toOrdered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOrdered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, toOrdered(one)]),
  );
}

/** The parts of a form that decide what fires (AR-09). */
export const logicOf = ({ scope, tests, openDelayMinutes, clearDelayMinutes }: RuleForm): string =>
  JSON.stringify(toOrdered([scope, tests, openDelayMinutes, clearDelayMinutes]));

/** What a trial was of; a rule is switched on by the trial of the same. */
export const digestOf = (form: RuleForm): Buffer => hash('sha256', logicOf(form), 'buffer');
