import { expect, it } from 'vitest';
import { modelOf128 } from '../../test/code-past.ts';
import { compareSides, toUsualSide } from './compare-sides.ts';
import { noModelValues } from './model-values.ts';

const side = (codes: Readonly<Record<string, string>>) => new Map(Object.entries(codes));

it('CH-03 CH-04: only what differs is shown, in the order of the codes, with distance, mode and outlier level', () => {
  const left = side({ '08-2103-0': '128', '05-20-0': '1', '05-3-0': '1' });
  const right = side({ '08-2103-0': '96', '05-20-0': '2', '05-3-0': '1' });
  expect(compareSides(left, right, modelOf128)).toEqual({
    differences: [
      { code: '05-20-0', left: '1', right: '2', by: 1, mode: null, level: null },
      { code: '08-2103-0', left: '128', right: '96', by: -32, mode: '128', level: 3 },
    ],
    compared: 3,
  });
});

it('CH-04: a code that one side lacks was not reported there: it has no distance', () => {
  const { differences } = compareSides(side({ '05-1-0': '50' }), side({ '05-2-0': '0' }), noModelValues);
  expect(differences.map(({ code, left, right, by }) => [code, left, right, by])).toEqual([
    ['05-1-0', '50', null, null],
    ['05-2-0', null, '0', null],
  ]);
});

it('CH-03 CH-10: the model and a standard hold chosen codes alone: what they lack does not differ', () => {
  const usual = toUsualSide(modelOf128);
  const device = side({ '08-2103-0': '128', '05-1-0': '130', '05-9-0': '4' });
  const { differences, compared } = compareSides(usual, device, modelOf128, { isPartial: true, isUsual: true });
  expect(differences.map(({ code }) => code)).toEqual(['05-1-0']);
  expect(compared).toBe(2);
});
