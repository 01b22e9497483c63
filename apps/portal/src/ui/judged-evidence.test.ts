import { texts as english } from '@platen/catalogue/texts/device-en-us';
import { expect, test } from 'vitest';
import { readJudgedRaw } from './evidence-card.tsx';

test('the readings of a judged figure and their days are read from its raw text, and from no other', () => {
  expect(readJudgedRaw('34 (2026-08-01/2026-11-20)')).toEqual({ readings: 34, from: '2026-08-01', to: '2026-11-20' });
  expect(readJudgedRaw('0')).toEqual({ readings: 0 });
  for (const other of ['', '3.5', '34 (never)', 'S310SY0J1650', '34 (2026-08-01/2026-11-20) x'])
    expect(readJudgedRaw(other)).toBeUndefined();
});

test('every method that the portal judges by has its words', () => {
  expect(Object.keys(english.judged.rule).toSorted()).toEqual([
    'developerLife',
    'drumLife',
    'feedRollerRate',
    'fuserLife',
    'imageControlRate',
    'imageSensorLevel',
    'pmParts',
    'polygonalMotorStarts',
    'secondTransferVoltage',
    'stopRisk',
    'storageScore',
    'toner',
  ]);
});
