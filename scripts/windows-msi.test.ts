import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMissingTools, makeWindowsMsi } from './lib/windows-msi.mjs';

const windows = new URL('../deploy/windows/', import.meta.url);
const installed = [
  'LICENSES.txt',
  'PlatenCollector.exe',
  'PlatenCollector.exe.config',
  'PlatenCollector.xml',
  'collector.mjs',
  'node.exe',
  'platen-collector.cmd',
];
/** Small stand-ins: the tables do not depend on what the files contain. */
const files = Object.fromEntries(installed.map((name) => [name, Buffer.from(`content of ${name}`)]));
const hasTools = (await listMissingTools()).length === 0;

const folder = mkdtempSync(join(tmpdir(), 'platen-msi-test-'));
let msi: string;
beforeAll(async () => {
  if (hasTools) msi = await makeWindowsMsi({ files, version: '1.2.3', out: folder });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const msiinfo = (...args: string[]) => execFileSync('msiinfo', args, { encoding: 'buffer' });

/** The rows of a table by the names of its columns. */
function read(table: string): Record<string, string>[] {
  const [names = '', , , ...rows] = msiinfo('export', msi, table).toString().trimEnd().split(/\r?\n/);
  const columns = names.split('\t');
  return rows.map((row) => Object.fromEntries(row.split('\t').map((cell, index) => [columns[index], cell])));
}
const readPairs = (table: string, key: string, value: string) =>
  Object.fromEntries(read(table).map((row) => [row[key], row[value]]));

describe.skipIf(!hasTools)('CF-40: the installer for Windows x64', () => {
  test('installs the files of the archive into the program folder, each in a component of 64 bits', () => {
    const rows = read('File');
    expect(rows.map((row) => row['FileName']).sort()).toEqual(installed);
    expect(rows.map((row) => Number(row['FileSize']))).toEqual(rows.map((row) => files[row['FileName'] ?? '']?.length));
    const components = read('Component');
    expect(components.map((row) => row['Component']).sort()).toEqual(rows.map((row) => row['Component_']).sort());
    expect(new Set(components.map((row) => `${row['Directory_']} ${row['Attributes']}`))).toEqual(
      new Set(['INSTALLDIR 256']),
    );
    const parents = readPairs('Directory', 'Directory', 'Directory_Parent');
    expect([parents['INSTALLDIR'], parents['DATADIR']]).toEqual(['ProgramFiles64Folder', 'CommonAppDataFolder']);
    expect(readPairs('_SummaryInformation', 'PropertyId', 'Value')).toMatchObject({ 7: 'x64;1033', 14: '500' });
  });

  test('makes the service of WinSW under its own account, started with the system and by the installer', () => {
    const service = readFileSync(new URL('PlatenCollector.xml', windows), 'utf8');
    const [, id = ''] = /<id>(.*)<\/id>/.exec(service) ?? [];
    const [row] = read('ServiceInstall');
    expect(row).toMatchObject({ Name: id, StartType: '2', StartName: `NT SERVICE\\${id}`, Password: '' });
    const component = read('Component').find((one) => one['Component'] === row?.['Component_']);
    expect(component?.['KeyPath']).toBe('PlatenCollector.exe');
    // Started when it is installed, stopped on both, deleted when it is removed; all waited for.
    expect(read('ServiceControl')).toMatchObject([{ Name: id, Event: String(0x01 | 0x02 | 0x20 | 0x80), Wait: '1' }]);
    const install = readFileSync(new URL('install.cmd', windows), 'utf8');
    const targets = readPairs('CustomAction', 'Action', 'Target');
    expect(install).toContain(targets['Recover']);
    expect(install).toContain('start= delayed-auto');
    expect(targets['DelayStart']).toBe(`sc.exe config ${id} start= delayed-auto`);
  });

  test('gives the data folder to administrators, the system and the service alone', () => {
    const hash = createHash('sha1').update(Buffer.from('PLATENCOLLECTOR', 'utf16le')).digest();
    const sid = `S-1-5-80-${[0, 4, 8, 12, 16].map((offset) => hash.readUInt32LE(offset)).join('-')}`;
    const [place, rights = ''] = readPairs('CustomAction', 'Action', 'Target')['PrepareProtectData']?.split('|') ?? [];
    expect(place).toBe('[DATADIR]');
    const [, owner, entries = ''] = /^O:(BA)G:BAD:P(.*)$/.exec(rights) ?? [];
    expect(owner).toBe('BA');
    expect([...entries.matchAll(/\(A;OICI;(\w+);;;([\w-]+)\)/g)].map(([, mask, who]) => [who, mask])).toEqual([
      ['BA', 'FA'],
      ['SY', 'FA'],
      [sid, '0x1301bf'],
    ]);
  });

  test('takes server, code, proxy, level and keeping of data, and keeps code and proxy out of the log', () => {
    const values = readPairs('Property', 'Property', 'Value');
    const secure = values['SecureCustomProperties']?.split(';');
    for (const name of ['SERVER', 'CODE', 'PROXY', 'REMOTE', 'KEEPDATA']) expect(secure).toContain(name);
    expect(values['REMOTE']).toBe('see');
    expect(read('LaunchCondition').map((row) => row['Condition'])).toContain(
      'REMOTE = "off" OR REMOTE = "see" OR REMOTE = "manage"',
    );
    const hidden = values['MsiHiddenProperties']?.split(';') ?? [];
    expect(hidden).toEqual(expect.arrayContaining(['CODE', 'PROXY']));
    // Every action that handles one of them is hidden, and so is the property that carries it.
    const handling = read('CustomAction').filter(({ Target = '' }) => /\[(CODE|PROXY)\]/.test(Target));
    expect(handling.map((row) => row['Source'])).toEqual(['Enrol']);
    for (const name of ['PrepareEnrol', 'Enrol']) {
      const action = read('CustomAction').find((row) => row['Action'] === name);
      expect(Number(action?.['Type']) & 8192).toBe(8192);
    }
    expect(hidden).toContain('Enrol');
  });

  test('protects the folder, then enrols, then starts the service; all as the system, with values set before', () => {
    const order = read('InstallExecuteSequence').sort((a, b) => Number(a['Sequence']) - Number(b['Sequence']));
    const at = (name: string) => order.findIndex((row) => row['Action'] === name);
    const steps = ['InstallFiles', 'InstallServices', 'ProtectData', 'Enrol', 'StartServices', 'InstallFinalize'];
    expect(steps.map(at)).toEqual(steps.map(at).sort((a, b) => a - b));
    expect(steps.every((name) => at(name) !== -1)).toBe(true);
    const types = readPairs('CustomAction', 'Action', 'Type');
    for (const name of ['ProtectData', 'Enrol', 'RemoveData']) {
      // A function of the library, deferred, without impersonation.
      expect(Number(types[name]) & (1 | 1024 | 2048)).toBe(1 | 1024 | 2048);
      expect(order[at(`Prepare${name}`)]?.['Condition']).toBe(order[at(name)]?.['Condition']);
      expect(at(`Prepare${name}`)).toBe(at(name) - 1);
    }
    // A failed enrolment ends the installation; 64 would ignore it.
    expect(Number(types['Enrol']) & 64).toBe(0);
    expect(order[at('Enrol')]?.['Condition']).toBe('NOT Installed OR (CODE AND NOT REMOVE)');
  });

  test('has the dialogs in English, and in Japanese for who uses Windows in it', () => {
    expect(read('Dialog').map((row) => row['Dialog'])).toContain('SettingsDlg');
    expect(readPairs('Property', 'Property', 'Value')['TextServer']).toBe('&Server');
    expect(readPairs('CustomAction', 'Action', 'Target')['TextServerJa']).toBe('サーバー(&S)');
    const shown = readPairs('InstallUISequence', 'Action', 'Sequence');
    expect(Number(shown['SettingsDlg'])).toBeLessThan(Number(shown['ExecuteAction']));
  });

  test('removal takes the data unless KEEPDATA=1, and an upgrade never does', () => {
    const rows = readPairs('InstallExecuteSequence', 'Action', 'Condition');
    expect(rows['RemoveData']).toBe('REMOVE = "ALL" AND NOT UPGRADINGPRODUCTCODE AND KEEPDATA <> "1"');
    const places = readPairs('InstallExecuteSequence', 'Action', 'Sequence');
    expect(Number(places['RemoveData'])).toBeGreaterThan(Number(places['DeleteServices']));
    // Within the transaction, so that a failed upgrade brings the old version back.
    expect(Number(places['RemoveExistingProducts'])).toBe(Number(places['InstallInitialize']) + 1);
    const upgrades = read('Upgrade').map((row) => [row['VersionMin'], row['VersionMax'], row['ActionProperty']]);
    expect(upgrades).toEqual([
      ['', '1.2.3', 'OLDERFOUND'],
      ['1.2.3', '', 'NEWERFOUND'],
    ]);
    // Files of a version replace others whatever their own version says.
    expect(readPairs('Property', 'Property', 'Value')['REINSTALLMODE']).toBe('amus');
  });

  test('has the actions that its table names, in a library for x64', () => {
    const library = msiinfo('extract', msi, 'Binary.SetupActions');
    expect(library.readUInt16LE(library.readUInt32LE(0x3c) + 4)).toBe(0x8664);
    const ofLibrary = read('CustomAction').filter((row) => row['Source'] === 'SetupActions');
    expect(ofLibrary.length).toBe(3);
    for (const row of ofLibrary) expect(library.includes(`\0${row['Target']}\0`)).toBe(true);
  });

  test('equal files make an equal installer; others or another version are another package or product', async () => {
    const again = join(folder, 'again');
    mkdirSync(again);
    const make = async (given: object) => {
      const file = await makeWindowsMsi({ files, version: '1.2.3', out: again, ...given });
      const [code] =
        msiinfo('export', file, '_SummaryInformation')
          .toString()
          .match(/\{.*\}/) ?? [];
      const [, product] = /ProductCode\t(.*)/.exec(msiinfo('export', file, 'Property').toString()) ?? [];
      return { content: readFileSync(file), code, product: product?.trim() };
    };
    const same = await make({});
    expect(same.content.equals(readFileSync(msi))).toBe(true);
    const other = await make({ files: { ...files, 'collector.mjs': Buffer.from('another content') } });
    expect([other.product === same.product, other.code === same.code]).toEqual([true, false]);
    const next = await make({ version: '1.2.4' });
    expect([next.product === same.product, next.code === same.code]).toEqual([false, false]);
  });
});
