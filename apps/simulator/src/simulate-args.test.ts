import { expect, test } from 'vitest';
import { UsageError } from './command-line.ts';
import { worlds } from './fleet/worlds.ts';
import { parseSimulateLine } from './simulate-args.ts';

const now = Date.UTC(2026, 0, 31, 12);

test('a fleet is asked for by number, days, seed, server and key', () => {
  const options = parseSimulateLine(
    ['--devices', '500', '--days', '400', '--seed', 'x', '--server', 'http://localhost:8400', '--key', 'k'],
    {},
    now,
  );
  expect(options).toMatchObject({ devices: 500, days: 400, seed: 'x', key: 'k', until: 20_484, live: false });
  expect(options.server?.origin).toBe('http://localhost:8400');
});

test('the key may come from the environment, and a dry run needs neither server nor key', () => {
  const env = { PLATEN_COLLECTOR_KEY: 'from the environment' };
  expect(parseSimulateLine(['--server', 'http://a'], env, now).key).toBe('from the environment');
  expect(parseSimulateLine(['--dry-run', '--until', '2026-01-02'], {}, now)).toMatchObject({
    server: undefined,
    until: 20_455,
  });
});

test('rates are printed without a server', () => {
  expect(parseSimulateLine(['--rates', '--devices', '50'], {}, now)).toMatchObject({ rates: true, server: undefined });
});

test('a world is asked for by name', () => {
  expect(parseSimulateLine(['--dry-run'], {}, now).world).toBe(worlds.usual);
  expect(parseSimulateLine(['--dry-run', '--world', 'no-errors'], {}, now).world).toBe(worlds['no-errors']);
});

test.each([
  [[], '--server'],
  [['--server', 'http://a'], '--key'],
  [['--server', 'mail:a', '--key', 'k'], '--server'],
  [['--dry-run', '--devices', '0'], '--devices'],
  [['--dry-run', '--days', 'ten'], '--days'],
  [['--dry-run', '--until', '2026-02-31x'], '--until'],
  [['--dry-run', '--live'], '--live'],
  [['--dry-run', '--world', 'ideal'], '--world'],
  [['--dry-run', '--colour'], '--colour'],
])('a wrong command line %j names the option', (args, named) => {
  expect(() => parseSimulateLine(args, {}, now)).toThrow(UsageError);
  expect(() => parseSimulateLine(args, {}, now)).toThrow(named);
});

test('GE-22: a fleet that goes on writes its truth up to the last day of its past', () => {
  const line = ['--server', 'http://a', '--live', '--truth', 'file'];
  expect(parseSimulateLine(line, { PLATEN_COLLECTOR_KEY: 'k' }, 0)).toMatchObject({ live: true, truth: 'file' });
});
