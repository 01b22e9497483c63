import type { ConditionFacts } from '@platen/contract/worklist-item';
import { type ConditionKind, conditionKinds } from '@platen/contract/worklist-names';
import { expect, it } from 'vitest';
import { type ConditionStep, stepOf } from './condition-step.ts';

const sign = (urgency: 'now' | 'nextVisit') => ({ urgency, messageId: '10101002' });
const range = { lower: 3, upper: 40 };
const cases: readonly (readonly [ConditionKind, string, ConditionFacts, ConditionStep | undefined])[] = [
  ['down', 'C447', { code: 'C447' }, 'technician'],
  ['errorRepeat', 'C447', { code: 'C447' }, 'visit'],
  ['part', 'fuser', sign('now'), 'visit'],
  ['part', 'fuser', { ...sign('nextVisit'), days: 9, range }, 'replaceNextVisit'],
  ['part', 'imageQualitySensor.cyan', { ...sign('nextVisit'), days: 9, range }, 'checkNextVisit'],
  ['part', 'fuser', sign('nextVisit'), undefined],
  ['part', 'fuser', { ...sign('nextVisit'), days: 224, range: { lower: 3, upper: 594 } }, undefined],
  [
    'part',
    'fuser',
    { ...sign('nextVisit'), risk: { within7Days: 6, within14Days: 12, within28Days: 20 } },
    'replaceNextVisit',
  ],
  ['part', 'fuser', { ...sign('nextVisit'), days: -8, range: { lower: -20, upper: -2 } }, 'visit'],
  ['part', 'part.6340', { urgency: 'now', percent: 104 }, 'replaceNextVisit'],
  ['supply', 'cyan', { urgency: 'empty' }, 'replaceCartridge'],
  ['supply', 'cyan', { urgency: 'low', days: 9, range }, 'orderCartridge'],
  ['supply', 'cyan', { urgency: 'low', days: 0, range: { lower: 0, upper: 0 } }, 'replaceCartridge'],
  ['supply', 'toner', { urgency: 'low' }, 'orderCartridge'],
  ['supply', 'waste', { urgency: 'full' }, 'replaceBox'],
  ['supply', 'waste', { urgency: 'nearFull' }, 'orderBox'],
  ['supply', 'opc.cyan', { urgency: 'empty' }, 'replaceSupply'],
  ['stopped', '', {}, 'power'],
  ['counterBreak', '2025-11-19', {}, 'cause'],
  ['identity', 'movedAddress', {}, 'identify'],
  ['codeLimit', '05.2103.0', {}, 'setting'],
  ['codeChanged', '05.2103.0', {}, 'setting'],
  ['storage', '0', { count: 3 }, 'backUp'],
  ['firmware', '', {}, 'update'],
  ['collector', '', {}, 'collector'],
  ['rule', '01900000-0000-7000-8000-000000000001/CST1', {}, undefined],
  ['outbreak', 'supply', {}, 'oneCause'],
  ['person', 'doesNotPrint', { unusable: true }, 'technician'],
  ['person', 'slow', { unusable: false }, 'callBack'],
];

it.each(cases)('QF-02: of %s %s %o the next step is %s', (kind, subject, facts, step) => {
  expect(stepOf({ kind, subject, facts })).toBe(step);
});

it('QF-02: every kind of condition has a step', () => {
  expect(new Set(cases.map(([kind]) => kind))).toEqual(new Set(conditionKinds));
});
