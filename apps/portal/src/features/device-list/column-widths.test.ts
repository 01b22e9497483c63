import { expect, test } from 'vitest';
import { toColumnWidths } from './column-widths.ts';

test('DL-05 DL-06: the columns of serial and model keep the width of the design until a longer value needs more', () => {
  expect(toColumnWidths([])).toEqual({ serial: 128, model: 120 });
  expect(toColumnWidths([{ serial: 'CKL248052', model: 'MFP 4508LP' }])).toEqual({ serial: 128, model: 120 });
  const long = toColumnWidths([
    { serial: 'X'.repeat(24), model: null },
    { serial: null, model: 'Color LaserJet MFP M181fw with tray 2' },
  ]);
  expect(long.serial).toBeGreaterThanOrEqual(24 * 7 + 20);
  expect(long.model).toBe(210);
});

test('DL-06: a model in Japanese gets the room its wider characters need', () => {
  const widthOf = (model: string) => toColumnWidths([{ serial: null, model }]).model;
  expect(widthOf('青空機器 LP-90N')).toBeGreaterThanOrEqual(4 * 13 + 7 * 7 + 20);
  expect(widthOf('青空事務機複合機')).toBeGreaterThanOrEqual(8 * 13 + 20);
});
