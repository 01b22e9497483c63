import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toSettings } from '../settings/settings.ts';
import { parseSettingsFile } from '../settings/settings-file.ts';
import { exitCode, parseCommandLine, toGivenSettings } from './command-line.ts';

const deploy = new URL('../../../../deploy/', import.meta.url);

test('the example settings file is valid', () => {
  const file = parseSettingsFile(
    readFileSync(new URL('collector.example.json', deploy), 'utf8'),
    'collector.example.json',
  );
  const settings = toSettings(toGivenSettings({}, {}, file), file);
  expect(settings.sites.map((site) => site.name)).toEqual(['Head office', 'Print room']);
  expect(settings.everyMs).toBe(900_000);
});

test('the service unit calls the collector with valid options', () => {
  const unit = readFileSync(new URL('platen-collector.service', deploy), 'utf8');
  const [, args = ''] = /^ExecStart=\S+ \S+apps\/collector\/dist\/cli\.js (.*)$/m.exec(unit) ?? [];
  expect(Object.keys(parseCommandLine(args.split(' ')).flags)).toEqual(['settings', 'key-file']);
});

test('the container calls it with valid options, without root, and stores its state in a volume', () => {
  const file = readFileSync(new URL('collector.Containerfile', deploy), 'utf8');
  const args = JSON.parse(/^CMD (.*)$/m.exec(file)?.[1] ?? '[]') as string[];
  expect(Object.keys(parseCommandLine(args).flags)).toEqual(['settings', 'key-file']);
  expect(file).toMatch(/^USER node$/m);
  const [, folder = ''] = /PLATEN_COLLECTOR_DATA=(\S+)/.exec(file) ?? [];
  expect(file).toContain(`VOLUME ${folder}\n`);
});

test('the service may list network interfaces, and is not restarted in vain', () => {
  const unit = readFileSync(new URL('platen-collector.service', deploy), 'utf8');
  expect(unit).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m);
  const final = /^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1]?.split(' ').map(Number);
  expect(final).toEqual([exitCode.usage, exitCode.newerData]);
});
