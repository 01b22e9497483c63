import { expect, it } from 'vitest';
import { at } from '../../test/code-past.ts';
import type { CodeChange } from './code-spans.ts';
import type { ModelValues } from './model-values.ts';
import { toResets } from './settings-reset.ts';

const usual = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.0`, ['0', null] as const]));
const model: ModelValues = { '05': { usual, levels: null }, '08': { usual: null, levels: null } };
const changesTo = (count: number, after: string, day = '12'): CodeChange[] =>
  Array.from({ length: count }, (_, n) => ({
    code: `05-${n}-0`,
    before: '7',
    after,
    lastBefore: at(`${day}T06:00`),
    firstAfter: at(`${day}T09:00`),
  }));

it('CH-08: thirty codes at their mode on one day are one event with the values before', () => {
  const changes = [...changesTo(30, '0'), ...changesTo(1, '9').map((one) => ({ ...one, code: '05-150-0' }))];
  const { resets, others } = toResets(changes, model, 1000);
  expect(resets).toHaveLength(1);
  expect(resets[0]).toMatchObject({ lastBefore: at('12T06:00'), firstAfter: at('12T09:00') });
  expect(resets[0]?.changes.map(({ before }) => before)).toEqual(Array.from({ length: 30 }, () => '7'));
  expect(others.map(({ code }) => code)).toEqual(['05-150-0']);
});

it('CH-08: twenty-nine are an event only where they are a fifth of those reported, and never two codes', () => {
  expect(toResets(changesTo(29, '0'), model, 1000).resets).toEqual([]);
  expect(toResets(changesTo(29, '0'), model, 145).resets).toHaveLength(1);
  expect(toResets(changesTo(2, '0'), model, 5).resets).toEqual([]);
});

it('CH-08: codes that came to other values, or on other days, are not counted', () => {
  expect(toResets(changesTo(30, '9'), model, 1000).resets).toEqual([]);
  const twoDays = [...changesTo(15, '0'), ...changesTo(15, '0', '13')];
  expect(toResets(twoDays, model, 1000).resets).toEqual([]);
});
