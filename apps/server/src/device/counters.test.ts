import { families } from '@platen/catalogue/families/families';
import type { DeviceReport } from '@platen/contract/report';
import { assert, expect, test } from 'vitest';
import { isMonochrome } from './counters.ts';

const toner = (tonerColor: 'black' | 'cyan') => ({
  index: tonerColor,
  tonerColor,
  percent: { state: 'unknown' as const },
});
const colorPages = (value: number): DeviceReport['counters'] => ({
  color: { unit: 'impressions', reading: { state: 'measured', value } },
});
const [mono, color] = [false, true].map((prints) => families.find((family) => family.color === prints)?.code);
assert(mono !== undefined && color !== undefined);

test.each([
  ['black toner alone, family unknown', null, [toner('black')], undefined, true],
  ['nothing listed, family unknown', null, [], undefined, false],
  ['nothing listed, of a family that prints black only', mono, [], undefined, true],
  ['black toner alone, of a family that prints color', color, [toner('black')], undefined, false],
  ['a color toner, whatever the family', mono, [toner('black'), toner('cyan')], undefined, false],
  ['color pages, whatever the family', mono, [toner('black')], colorPages(1), false],
  ['no color pages', mono, [], colorPages(0), true],
  ['an unknown family', 'NO-SUCH', [toner('black')], undefined, true],
])('PR-12 CT-04: %s', (_case, series, supplies, counters, expected) => {
  expect(isMonochrome({ series, supplies, counters })).toBe(expected);
});
