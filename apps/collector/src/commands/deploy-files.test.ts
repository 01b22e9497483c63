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

test('the service unit of the package runs what the package installs, as a low account of its own', () => {
  const unit = readFileSync(new URL('platen-collector.service', deploy), 'utf8');
  const [, args = ''] = /^ExecStart=\/usr\/bin\/platen-collector (.*)$/m.exec(unit) ?? [];
  expect(parseCommandLine(args.split(' ')).command).toBe('run');
  expect(unit).toMatch(/^User=platen-collector$/m);
  expect(unit).toMatch(/^ConditionPathExists=\|\/var\/lib\/platen-collector\/enrolment\.json$/m);
  const wrapper = readFileSync(new URL('package/platen-collector', deploy), 'utf8');
  expect(wrapper).toContain('PLATEN_COLLECTOR_DATA:=/var/lib/platen-collector');
});

test('CF-42: the container runs it without root, enrols by its environment, and stores its state in a volume', () => {
  const file = readFileSync(new URL('collector.Containerfile', deploy), 'utf8');
  const args = JSON.parse(/^CMD (.*)$/m.exec(file)?.[1] ?? '[]') as string[];
  expect(parseCommandLine(args).command).toBe('run');
  expect(file).toMatch(/^USER node$/m);
  expect(file).toContain('PLATEN_ENROL_CODE');
  const [, folder = ''] = /PLATEN_COLLECTOR_DATA=(\S+)/.exec(file) ?? [];
  expect(file).toContain(`VOLUME ${folder}\n`);
});

test('the service may list network interfaces, and is not restarted in vain', () => {
  const unit = readFileSync(new URL('platen-collector.service', deploy), 'utf8');
  expect(unit).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m);
  const final = /^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1]?.split(' ').map(Number);
  expect(final).toEqual([exitCode.usage, exitCode.newerData]);
});

test('CF-40: on Windows the service, its scripts and the command share one name, folder and level', () => {
  const read = (name: string) => readFileSync(new URL(`windows/${name}`, deploy), 'utf8');
  const service = read('PlatenCollector.xml');
  const [, args = ''] = /<arguments>"%BASE%\\collector\.mjs" (.*)<\/arguments>/.exec(service) ?? [];
  expect(parseCommandLine(args.split(' ')).command).toBe('run');
  const folder = String.raw`%ProgramData%\PlatenCollector`;
  expect(service).toContain(`<env name="PLATEN_COLLECTOR_DATA" value="${folder}"/>`);
  expect(read('platen-collector.cmd')).toContain(`set "PLATEN_COLLECTOR_DATA=${folder}"`);
  const install = read('install.cmd');
  expect(install).toContain(`set "data=${folder}"`);
  expect(install).toContain(String.raw`obj= "NT SERVICE\PlatenCollector"`);
  const [, ofService] = /<id>(.*)<\/id>/.exec(service) ?? [];
  for (const script of [install, read('uninstall.cmd')]) expect(script).toContain(`net stop ${ofService}`);
  const enrolling = /platen-collector\.cmd" (enrol .*)$/m.exec(install)?.[1]?.replaceAll('"', '').split(' ') ?? [];
  expect(parseCommandLine(enrolling)).toMatchObject({ command: 'enrol', flags: { remote: '%remote%' } });
});
