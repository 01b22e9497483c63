import { expect, test } from 'vitest';
import { addSample, type Sample, toFreshAt, toPosition } from './freshness.ts';

test('AP-05: a position in the log is a number of bytes', () => {
  expect(toPosition('0/0')).toBe(0n);
  expect(toPosition('16/B374D848')).toBe(0x16b374d848n);
  expect(toPosition('1/0') - toPosition('0/FFFFFFFF')).toBe(1n);
  expect(() => toPosition('16-B374D848')).toThrow('no position');
});

test('AP-05: a replica is as fresh as the newest sample that it has replayed; one that has none is not known', () => {
  const samples = [10n, 20n, 20n, 30n].map((position, at) => ({ at, position }));
  expect([9n, 10n, 19n, 20n, 29n, 30n, 99n].map((replayed) => toFreshAt(samples, replayed))).toEqual([
    Number.NEGATIVE_INFINITY,
    0,
    0,
    2,
    2,
    3,
    3,
  ]);
});

test('AP-05: only the newest samples are compared, and none of a primary that was further on', () => {
  let samples: readonly Sample[] = [];
  for (let at = 0; at < 20; at++) samples = addSample(samples, { at, position: BigInt(at) });
  expect(samples.map(({ at }) => at)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  expect(addSample(samples, { at: 20, position: 14n }).map(({ at }) => at)).toEqual([12, 13, 14, 20]);
});
