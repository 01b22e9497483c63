import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const types = fileURLToPath(new URL('types.ts', import.meta.url));
const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

const keys = ['hint', 'noScreen', 'title', 'toDeviceList', 'toLogin'];
const areas = new Map([
  ['complete', keys],
  ...keys.map((key): [string, string[]] => [`without-${key}`, keys.filter((other) => other !== key)]),
  ['surplus', [...keys, 'surplus']],
]);

let folder = '';
let reported: readonly string[] = [];
const about = (name: string) => reported.filter((line) => line.includes(`${name}.ts(`)).join('\n');

/** A Japanese area of the not-found screen for each list of keys, all given to the compiler at once. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-texts-'));
  const files = [...areas].map(async ([name, list]) => {
    const area = JSON.stringify(Object.fromEntries(list.map((key) => [key, 'テキスト'])));
    const file = join(folder, `${name}.ts`);
    await writeFile(
      file,
      `import type { Texts } from ${JSON.stringify(types)};\nexport const area: Texts['notFound'] = ${area};\n`,
    );
    return file;
  });
  const flags = '--ignoreConfig --noEmit --strict --target es2023 --module nodenext --allowImportingTsExtensions';
  const list = await Promise.all(files);
  reported = await new Promise((resolve) => {
    execFile(process.execPath, [tsc, ...flags.split(' '), '--types', '', ...list], (_, stdout) => {
      resolve(stdout.split('\n').filter((line) => line.includes('error')));
    });
  });
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('IX-01: an area with every key compiles, and the compiler finds fault with nothing but the areas made wrong', () => {
  expect(about('complete')).toBe('');
  expect(reported).toHaveLength(keys.length + 1);
});

it.each(keys)('IX-01 HD-24: an area without the key %s does not compile', (key) => {
  expect(about(`without-${key}`)).toMatch(new RegExp(`error TS2741: Property '${key}' is missing`));
});

it('IX-01: an area with a key that English has not does not compile', () => {
  expect(about('surplus')).toMatch(/error TS2353: .*surplus.* does not exist/);
});
