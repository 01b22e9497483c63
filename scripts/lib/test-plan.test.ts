import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { longFiles } from './test-order.ts';
import { listSlowest, planRun } from './test-plan.mjs';

describe('npm test', () => {
  test('without arguments runs the checks and every layer, the layers with browsers last', () => {
    expect(planRun([])).toEqual({
      layers: ['unit', 'store', 'component', 'e2e'],
      checks: true,
      watch: false,
      args: [],
    });
  });

  test('with names of layers runs these alone and passes the rest on', () => {
    expect(planRun(['unit', 'store', '--bail', '1'])).toEqual({
      layers: ['unit', 'store'],
      checks: false,
      watch: false,
      args: ['--bail', '1'],
    });
  });

  test.each([
    ['packages/diagnosis/src/usage', ['unit']],
    ['apps/server/src/features/ingest', ['store']],
    ['apps/portal/src/features/toner/toner.test.tsx', ['component']],
    ['apps/portal/src/charts/to-trend.test.ts', ['unit']],
    ['e2e/journeys', ['e2e']],
    ['bench/test/faults.test.ts', ['e2e']],
    ['toner', ['unit', 'store', 'component', 'e2e']],
  ])('one %s starts no layer to which the path cannot belong', (path, expected) => {
    expect(planRun(['one', path])).toMatchObject({ layers: expected, checks: false, args: [path] });
  });

  test('files that are run first exist', () => {
    const root = new URL('../..', import.meta.url);
    expect(longFiles.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([]);
  });

  test('one without a path says what is missing, and --watch may stand anywhere', () => {
    expect(planRun(['one']).problem).toContain('npm run test:one');
    expect(planRun(['one', '--watch', 'toner'])).toMatchObject({ watch: true, args: ['toner'] });
  });
});

test('the slowest tests are named with their file, slowest first', () => {
  const testResults = [
    { name: '/root/a.test.ts', assertionResults: [{ title: 'quick', duration: 20 }, { title: 'not run' }] },
    { name: '/root/b.test.ts', assertionResults: [{ title: 'slow', duration: 12_345 }] },
  ];
  expect(listSlowest({ testResults }, '/root', 2)).toEqual([
    'The 2 slowest of 3 tests',
    '    12.3 s  b.test.ts: slow',
    '     0.0 s  a.test.ts: quick',
  ]);
});
