import { type TreeModel, toLogOdds } from '@platen/diagnosis/components/storage/drive-score';
import { expect, it } from 'vitest';
import { toMean } from '../src/diagnosis/boosting.ts';
import { toModelFile, toShipped } from '../src/diagnosis/drive-model-file.ts';

const month: TreeModel = { base: -5, trees: [[0, 1.5, -1, [1, 0, 0.25, 3]], 0.5] };
const week: TreeModel = { base: -6, trees: [[1, 2, 0.123456, 4]] };

it('FS-09: the log odds of a mean of models are the mean of theirs', () => {
  for (const features of [
    [1, 0],
    [2, 0],
    [2, 3],
  ])
    expect(toLogOdds(toMean([month, week]), features)).toBeCloseTo(
      (toLogOdds(month, features) + toLogOdds(week, features)) / 2,
      12,
    );
});

it('a model ships with four decimals, one tree a line', () => {
  expect(toShipped(week).trees).toEqual([[1, 2, 0.1235, 4]]);
  expect(toModelFile(month)).toContain('  base: -5,\n  trees: [\n    [0,1.5,-1,[1,0,0.25,3]],\n    0.5,\n  ],\n};\n');
});
