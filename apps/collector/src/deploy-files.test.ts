import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCommandLine, toGivenSettings } from './args.ts';
import { parseSettingsFile, toSettings } from './settings.ts';

const deploy = new URL('../../../deploy/', import.meta.url);

test('the settings file shipped as an example is one', () => {
  const file = parseSettingsFile(
    readFileSync(new URL('collector.example.json', deploy), 'utf8'),
    'collector.example.json',
  );
  const settings = toSettings(toGivenSettings({}, {}, file), file);
  expect(settings.sites.map((site) => site.name)).toEqual(['Head office', 'Print room']);
  expect(settings.everyMs).toBe(900_000);
});

test('the service unit calls the collector with options it knows', () => {
  const unit = readFileSync(new URL('platen-collector.service', deploy), 'utf8');
  const [, args = ''] = /^ExecStart=\S+ \S+apps\/collector\/dist\/cli\.js (.*)$/m.exec(unit) ?? [];
  expect(Object.keys(parseCommandLine(args.split(' ')).flags)).toEqual(['settings', 'key-file']);
});
