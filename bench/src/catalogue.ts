// npm run bench:catalogue -- [rounds]: what a device code costs to explain, against a bare Map.get, and what
// the tables weigh.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { deviceMessage, explainCode } from '@platen/catalogue/device-codes/device-codes';
import { locales } from '@platen/catalogue/locale';
import { readArguments, whole } from './lib/arguments.ts';

const [rounds] = readArguments('catalogue', whole('rounds', 20));
/** All data of both languages, compressed (a budget of this house). */
const limitKb = 120;
const slowestMicroseconds = 10;

const codes = Array.from({ length: 0x1_0000 }, (_, value) => value.toString(16).toUpperCase().padStart(4, '0'));
shuffle(codes);
const bare = new Map(codes.map((code) => [code, deviceMessage(code, 'en-us')]));

/** Median of the rounds, in microseconds a code; the answers are summed up so that none can be left out. */
function measure(look: (code: string) => number): number {
  const times: number[] = [];
  let sum = 0;
  for (let round = 0; round < rounds; round++) {
    const started = process.hrtime.bigint();
    for (const code of codes) sum += look(code);
    times.push(Number(process.hrtime.bigint() - started) / 1000 / codes.length);
  }
  if (sum === 0) throw new Error('no code had an answer');
  return times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN;
}

const cases: readonly (readonly [name: string, look: (code: string) => number])[] = [
  ['Map.get (bare)', (code) => bare.get(code)?.length ?? 0],
  ...locales.flatMap((locale) => [
    [`deviceMessage ${locale}`, (code: string) => deviceMessage(code, locale).length] as const,
    [`explainCode ${locale}`, (code: string) => explainCode(code, locale).message.length] as const,
  ]),
];
console.log(`${codes.length.toLocaleString('en')} codes in no order, median of ${rounds} rounds`);
console.log(`${'lookup'.padEnd(24)} ${'µs a code'.padStart(10)} ${'to bare'.padStart(8)}`);
let least = Number.NaN;
for (const [name, look] of cases) {
  const time = measure(look);
  if (Number.isNaN(least)) least = time;
  console.log(`${name.padEnd(24)} ${time.toFixed(3).padStart(10)} ${(time / least).toFixed(1).padStart(8)}`);
  if (time > slowestMicroseconds) fail(`${name} takes more than ${slowestMicroseconds} µs`);
}

const folder = fileURLToPath(new URL('../../packages/catalogue/src/data', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replaceAll('\\', '/'));
const sizes = new Map<string, { plain: number; compressed: number }>();
for (const name of files.sort()) {
  const content = readFileSync(join(folder, name));
  const key = toGroup(name);
  const size = sizes.get(key) ?? { plain: 0, compressed: 0 };
  sizes.set(key, {
    plain: size.plain + content.length,
    compressed: size.compressed + gzipSync(content, { level: 9 }).length,
  });
}
console.log(`\n${'tables, both languages'.padEnd(24)} ${'KB'.padStart(10)} ${'gzip KB'.padStart(8)}`);
for (const [name, size] of sizes) printSize(name, size);
const all = [...sizes.values()];
const total = { plain: sum(all.map(({ plain }) => plain)), compressed: sum(all.map(({ compressed }) => compressed)) };
printSize('all', total);
if (total.compressed > limitKb * 1024) fail(`the tables are over ${limitKb} KB`);
else console.log(`within ${limitKb} KB`);

/**
 * The files of a series together; of the others the first folder, or the file itself. Each file is compressed
 * by itself, as the browser gets it.
 */
function toGroup(name: string): string {
  const series = /^device-codes\/.+\/(\w+)\.json$/.exec(name)?.[1];
  return series === undefined ? (name.split('/')[0] ?? name) : `device codes, ${series}`;
}

function printSize(name: string, { plain, compressed }: { plain: number; compressed: number }): void {
  const kb = (bytes: number) => (bytes / 1024).toFixed(1);
  console.log(`${name.padEnd(24)} ${kb(plain).padStart(10)} ${kb(compressed).padStart(8)}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((one, other) => one + other, 0);
}

function fail(what: string): void {
  console.error(`Over the limit: ${what}.`);
  process.exitCode = 1;
}

/** Puts the list in an order without pattern, the same in every run. */
function shuffle(list: string[]): void {
  let seed = 1;
  for (let index = list.length - 1; index > 0; index--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = seed % (index + 1);
    [list[index], list[other]] = [list[other] ?? '', list[index] ?? ''];
  }
}
