import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toNextRoundAt, toSpreadMs } from '../collect/collect.ts';
import { parseCommandLine, toGivenSettings } from '../commands/command-line.ts';
import { toDurationMs } from '../platform/time.ts';
import { readKey } from './credentials.ts';
import { toSettings } from './settings.ts';
import { parseSettingsFile } from './settings-file.ts';

const parseRunFlags = (args: string[]) => {
  const line = parseCommandLine(args);
  if (line.command !== 'run') throw new Error('not the run command');
  return line.flags;
};
const given = (args: string[], env: NodeJS.ProcessEnv = {}) => toGivenSettings(parseRunFlags(args), env, {});
const site = { name: 'Head office', targets: ['192.0.2.0/28'] };

describe('settings of the collector', () => {
  test('the command line alone is sufficient', () => {
    const settings = toSettings(
      given(['--targets', '192.0.2.0/30', '--server', 'https://platen.example', '--every', '15m']),
      {},
    );
    expect(settings).toMatchObject({ everyMs: 900_000, concurrency: 64, outboxBytes: 2 ** 30 });
    expect(settings.sites).toMatchObject([{ access: [{ community: 'public' }], customer: undefined }]);
  });

  test('a file contains sites with customer and dealer; the command line takes precedence', () => {
    const file = parseSettingsFile(
      JSON.stringify({
        server: 'https://file.example',
        every: '1h',
        community: 'office',
        sites: [
          { ...site, exclude: '192.0.2.5', customerNumber: 'C-1', customerName: '東亜物産', dealerNumber: 'D-1' },
          { name: 'Annex', targets: 'printer.example', community: 'annex' },
        ],
      }),
      'settings.json',
    );
    const settings = toSettings(given(['--server', 'https://line.example']), file);
    expect(settings.server.href).toBe('https://line.example/');
    expect(settings.everyMs).toBe(3_600_000);
    expect(settings.sites.map(({ access }) => access)).toMatchObject([
      [{ community: 'office' }],
      [{ community: 'annex' }],
    ]);
    expect(settings.sites[0]?.customer).toEqual({
      customerNumber: 'C-1',
      customerName: '東亜物産',
      dealerNumber: 'D-1',
    });
    expect(settings.sites[1]?.customer).toBeUndefined();
  });

  test.each([
    ['{', 'site.json: not JSON'],
    ['[]', 'site.json: (whole file)'],
    [JSON.stringify({ sites: [{ ...site, custmerName: 'x' }] }), 'custmerName'],
    [JSON.stringify({ every: '15 minutes' }), "site.json: every: expected a duration like '15m'"],
    [JSON.stringify({ concurrency: 0 }), 'site.json: concurrency'],
  ])('an invalid file %s is refused with the path of the setting', (text, message) => {
    expect(() => parseSettingsFile(text, 'site.json')).toThrow(message);
  });

  test.each([
    [['--targets', '192.0.2.1'], 'no server'],
    [['--server', 'https://platen.example'], 'nothing to read'],
    [['--targets', '192.0.2.300', '--server', 'https://platen.example'], "--targets: target '192.0.2.300'"],
    [['--targets', '192.0.2.1', '--server', 'platen.example'], 'is not a URL like https://platen.example'],
    [['--targets', '192.0.2.1', '--server', 'https://a:b@platen.example'], 'without user and password'],
    [['--targets', '192.0.2.1', '--server', 'https://platen.example', '--every', '1s'], 'at least 5s'],
    [['--targets', '192.0.2.1', '--server', 'https://platen.example', '--concurrency', '0'], '--concurrency'],
    [['--tragets', '192.0.2.1'], '--tragets'],
    [['192.0.2.1'], "'192.0.2.1' is no command"],
    [['walk'], 'walk: give one TARGET'],
    [['explain', 'a', 'b'], 'explain: give one FILE'],
    [['status', '--targets', 'x'], 'status --help'],
    [
      ['--targets', '192.0.2.1', '--server', 'https://platen.example', '--once', '--every', '15m'],
      '--once and --every',
    ],
    [
      ['--targets', '192.0.2.1', '--server', 'https://platen.example', '--packets-per-second', '0'],
      '--packets-per-second',
    ],
  ])('an invalid command line %j is refused with the reason', (args, message) => {
    expect(() => toSettings(given(args), {})).toThrow(message);
  });

  test('targets cannot be mixed with the sites of a file', () => {
    expect(() =>
      toSettings(given(['--targets', '192.0.2.1', '--server', 'https://platen.example']), { sites: [site] }),
    ).toThrow('has sites already');
  });

  test('the path in the file is named if a target in it is invalid', () => {
    const file = { sites: [site, { name: 'b', targets: ['10.0.0.0/8'] }] };
    expect(() => toSettings(given(['--server', 'https://platen.example']), file)).toThrow('sites[1].targets');
    expect(() => toSettings(given(['--server', 'https://platen.example']), { sites: [{ name: 'x' }] })).toThrow(
      'sites[0].targets: nothing to read',
    );
  });

  test('printers that announce themselves are searched if the command line or a site enables it', () => {
    const server = { server: 'https://platen.example' };
    const [all] = toSettings(given(['--mdns', '--server', 'https://platen.example']), {}).sites;
    expect(all).toMatchObject({ spans: [], mdns: { address: '224.0.0.251', port: 5353, snmpPort: 161 } });
    const sites = [{ name: 'a', mdns: { port: 15_353, snmpPort: 1161 } }, site];
    expect(toSettings(given([]), { ...server, sites }).sites.map(({ mdns }) => mdns?.port)).toEqual([
      15_353,
      undefined,
    ]);
    expect(() => toSettings(given(['--mdns']), { ...server, sites })).toThrow("'mdns': true");
  });

  test('--once means one round, whatever the file states', () => {
    const file = { server: 'https://platen.example', every: 900_000, sites: [site] };
    expect(toSettings(given(['--once']), file).everyMs).toBeUndefined();
    expect(toSettings(given([]), file).everyMs).toBe(900_000);
  });

  test('state is stored where the service or the user has its state folder', () => {
    expect(given([], { STATE_DIRECTORY: '/var/lib/platen:/x', HOME: '/home/u' }).data).toBe('/var/lib/platen');
    expect(given([], { XDG_STATE_HOME: '/home/u/state' }).data).toBe('/home/u/state/platen-collector');
    expect(given(['--data', '/d'], { PLATEN_COLLECTOR_DATA: '/e' }).data).toBe('/d');
    expect(given([], { PLATEN_COLLECTOR_DATA: '/e' }).data).toBe('/e');
  });
});

describe('collector key', () => {
  const none = { flag: undefined, environment: undefined, file: undefined };

  test('comes from the command line, the environment or a file, in this order', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'platen-key-')), 'key');
    writeFileSync(file, 'key-of-the-file\n');
    expect(await readKey({ flag: 'key-of-the-line', environment: 'key-of-env', file })).toBe('key-of-the-line');
    expect(await readKey({ ...none, environment: 'key-of-env', file })).toBe('key-of-env');
    expect(await readKey({ ...none, file })).toBe('key-of-the-file');
    await expect(readKey(none)).rejects.toThrow('no collector key');
    await expect(readKey({ ...none, file: `${file}.not` })).rejects.toThrow('ENOENT');
  });

  test('a key that does not fit into a header is refused without being shown', async () => {
    await expect(readKey({ ...none, flag: 'secret part\nsecond line' })).rejects.toThrow(/^(?!.*secret)/s);
    await expect(readKey({ ...none, flag: 'short' })).rejects.toThrow('--key: not a collector key');
  });
});

test('durations', () => {
  expect(['500ms', '90s', '15m', '2h', '1d'].map(toDurationMs)).toEqual([500, 90_000, 900_000, 7_200_000, 86_400_000]);
  expect(['15', 'm', '1.5h', '-1s', '1 h x'].map(toDurationMs)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('rounds follow their grid, skip what a long one has passed, and start with a small random delay', () => {
  const minute = 60_000;
  expect(toNextRoundAt(0, 15 * minute, 2 * minute, 0)).toBe(15 * minute);
  expect(toNextRoundAt(0, 15 * minute, 50 * minute, 0)).toBe(60 * minute);
  expect(toNextRoundAt(0, 15 * minute, 2 * minute, 0.999)).toBeLessThanOrEqual(16 * minute);
  expect(toNextRoundAt(0, minute, 0, 1)).toBe(66_000);
  expect(toNextRoundAt(1000 * minute, minute, 0, 0)).toBe(1001 * minute);
});

test('a round is spread over the interval less the time of the slowest device, and not at all over a short one', () => {
  const minute = 60_000;
  expect(toSpreadMs(15 * minute, minute)).toBe(13.5 * minute);
  expect(toSpreadMs(2 * minute, minute)).toBe(55_000);
  expect(toSpreadMs(minute, minute)).toBeUndefined();
  expect(toSpreadMs(5000, minute)).toBeUndefined();
});
