import { expect, test } from 'vitest';
import { codesOfUnits, unitOfPart } from './part-codes.ts';

test('PM-01: each part code leads back to its unit; feeding parts of a source do by its block', () => {
  for (const [unit, codes] of codesOfUnits) for (const code of codes) expect(unitOfPart(code)).toBe(unit);
  expect(codesOfUnits.get('drum.black')).toEqual(['6250']);
  expect(codesOfUnits.get('feedRoller.ADF')).toEqual(['6400', '6401']);
  expect(unitOfPart('6403')).toBe('feedRoller.ADF');
  for (const code of ['640', '64011', '9999', '']) expect(unitOfPart(code)).toBeUndefined();
});
