import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTables, toIdt } from './msi-tables.mjs';
import { must } from './npm-file.mjs';
import { root, run } from './run.mjs';

const windows = join(root, 'deploy', 'windows');
export const compiler = 'x86_64-w64-mingw32-gcc';
/** The programs that this needs, with the Debian packages that have them. */
const tools = { wixl: 'wixl', msibuild: 'msitools', [compiler]: 'gcc-mingw-w64-x86-64' };
const serviceName = 'PlatenCollector';
/** Distinguishes the collector from every other product; it never changes. */
const upgradeCode = '{1C6E7C0B-6C57-4B7C-9F0E-3C5D0A4F7E21}';
/** A file of the installer has the time of no build, so that equal content makes an equal file. */
const time = new Date('2000-01-01T00:00:00Z');

/** The Debian packages that are missing to make an installer; none where it can be made. */
export async function listMissingTools() {
  const found = await Promise.all(
    Object.entries(tools).map(async ([program, of]) => {
      const { code } = await run('sh', ['-c', 'command -v "$0"', program]);
      return code === 0 ? [] : [of];
    }),
  );
  return found.flat();
}

/**
 * The installer for Windows x64 (CF-40), of the files { name: content }. Equal files make an equal installer.
 * Resolves to its path.
 */
export async function makeWindowsMsi({ files, version, out }) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-msi-'));
  try {
    await copyFile(join(windows, 'collector.wxs'), join(folder, 'collector.wxs'));
    await compileActions(join(folder, 'setup-actions.dll'));
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content);
      await utimes(join(folder, name), time, time);
    }
    const productCode = toGuid(`product ${version}`);
    const file = join(out, `platen-collector-${version}-windows-x64.msi`);
    await rm(file, { force: true });
    const given = { Version: version, ProductCode: productCode, UpgradeCode: upgradeCode };
    const defined = Object.entries(given).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    await must('wixl', ['-a', 'x64', ...defined, '-o', file, 'collector.wxs'], { cwd: folder });
    const tables = makeTables({ version, productCode, upgradeCode, serviceSid: toServiceSid(serviceName) });
    const texts = [codePage, ...Object.entries(tables).map(([name, table]) => [name, toIdt(name, table)])];
    const library = await readFile(join(folder, 'setup-actions.dll'));
    const content = [...Object.entries(files), ['setup-actions.dll', library], ...texts];
    texts.push(['_SummaryInformation', toIdt('_SummaryInformation', makeSummary(toPackageCode(content)))]);
    for (const [name, text] of texts) await writeFile(join(folder, `${name}.idt`), text);
    await must('msibuild', [file, ...texts.flatMap(([name]) => ['-i', join(folder, `${name}.idt`)])]);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const compilerFlags =
  '-std=c17 -Wall -Wextra -Werror -Os -s -shared -static-libgcc -Wl,--no-insert-timestamp,--image-base=0x180000000';

/** The base address is fixed as the compiler would derive it from the path. */
const compileActions = (file) =>
  must(compiler, [...compilerFlags.split(' '), join(windows, 'setup-actions.c'), '-o', file, '-lmsi', '-ladvapi32']);

/** Windows derives the SID of a service from its name alone. */
function toServiceSid(name) {
  const hash = createHash('sha1').update(name.toUpperCase(), 'utf16le').digest();
  return ['S-1-5-80', ...[0, 4, 8, 12, 16].map((offset) => hash.readUInt32LE(offset))].join('-');
}

/** The same name makes the same id (RFC 9562, version 5). */
function toGuid(name) {
  const hash = createHash('sha1').update('platen-collector ').update(name).digest().subarray(0, 16);
  hash[6] = (hash[6] & 0x0f) | 0x50;
  hash[8] = (hash[8] & 0x3f) | 0x80;
  const text = hash.toString('hex').toUpperCase();
  return `{${[text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')}}`;
}

/** Two installers with one package code must be equal. */
function toPackageCode(content) {
  const hash = createHash('sha256');
  for (const [name, value] of content) hash.update(`${name} ${value.length}\n`).update(value);
  return toGuid(`package ${hash.digest('hex')}`);
}

/** UTF-8; without it msibuild ends at the first text that is not ASCII. */
const codePage = ['_ForceCodepage', '\r\n\r\n65001\t_ForceCodepage\r\n'];

/** By the numbers of Windows Installer's summary: 7 platform, 14 its version, 15 compressed, 19 read-only. */
const makeSummary = (packageCode) => ({
  columns: { PropertyId: 'i2', Value: 'l255' },
  keys: 1,
  rows: [
    [1, 1252],
    [2, 'Installation Database'],
    [3, 'Platen Collector'],
    [4, 'Platen'],
    [5, 'Installer'],
    [6, 'Reads the printers of a site and delivers their reports to a Platen server'],
    [7, 'x64;1033'],
    [9, packageCode],
    [12, '2000/01/01 00:00:00'],
    [13, '2000/01/01 00:00:00'],
    [14, 500],
    [15, 2],
    [18, 'msitools'],
    [19, 2],
  ],
});
