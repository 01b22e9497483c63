import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import actions from '@platen/catalogue/data/device-codes/actions.json' with { type: 'json' };
import englishE from '@platen/catalogue/data/device-codes/en-us/e.json' with { type: 'json' };
import { deviceMessage } from '@platen/catalogue/device-codes/device-codes';
import { build, type Rolldown, resolveConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { administrationSections } from '../platform/administration-sections.ts';

const root = new URL('../..', import.meta.url).pathname;

test('GN-10: the built front end lies at the root of the site', async () => {
  const { base } = await resolveConfig({ root }, 'build');
  expect(base).toBe('/');
});

let directory = '';
let names: string[] = [];
let chunks: Rolldown.OutputChunk[] = [];

beforeAll(async () => {
  // The test runner has the libraries built for development.
  vi.stubEnv('NODE_ENV', 'production');
  directory = await mkdtemp(join(tmpdir(), 'platen-build-'));
  const built = await build({
    root,
    mode: 'production',
    logLevel: 'silent',
    build: { outDir: directory, emptyOutDir: true },
  });
  chunks = [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .filter((file) => file.type === 'chunk');
  names = await readdir(join(directory, 'assets'));
}, 180_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true, force: true });
});

describe('the chunks of the built front end', () => {
  test('hold every message compiled, of every screen: the formatter of the browser does not parse', () => {
    const unparsed = chunks.filter(({ code }) => /\{\w+, (?:number|plural|select|date)\b/.test(code));
    expect(unparsed.map(({ fileName }) => fileName)).toEqual([]);
    expect(names.filter((name) => /^parts-needed-(?:en-us|ja-jp)-.*\.js$/.test(name))).toHaveLength(2);
  });

  const sizeOf = (files: readonly Rolldown.OutputChunk[]) =>
    files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  /** A chunk and all that come with it. */
  const reach = (start: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()) => {
    if (found.has(start)) return found;
    found.add(start);
    for (const chunk of chunks) if (start.imports.includes(chunk.fileName)) reach(chunk, found);
    return found;
  };
  const ofModule = (path: string) => chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(path)));
  const isChart = (id: string) => /\/src\/charts\/|\/node_modules\/(?:@visx|d3-[a-z-]+)\//.test(id);
  const drawing = () => chunks.filter(({ moduleIds }) => moduleIds.some(isChart));
  const parts = () =>
    chunks.filter(({ facadeModuleId }) => /\/features\/[^/]+\/(?:tab|screen|popup)\.tsx$/.test(facadeModuleId ?? ''));

  test('all that draws charts lies in one chunk, and that in none of those the start needs', () => {
    expect(drawing().map(({ name }) => name)).toEqual(['charts']);
    const start = ofModule('/shell/start.tsx');
    if (start === undefined) throw new Error('no chunk of the start');
    expect([...reach(start)].filter((chunk) => drawing().includes(chunk))).toEqual([]);
  });

  test('only screens that have a chart load it', () => {
    const loading = parts().filter((part) => [...reach(part)].some((chunk) => drawing().includes(chunk)));
    const features = loading.map(({ facadeModuleId }) => facadeModuleId?.split('/').at(-2) ?? '');
    const withCharts = new Set(['counter', 'error-trend', 'errors', 'failure-sign', 'toner']);
    expect(features).toContain('counter');
    expect(features.filter((feature) => !withCharts.has(feature))).toEqual([]);
  });

  test('FG-16: the code of each screen is at most 15 KB, of the charts 30 KB, of the start with its texts 130 KB', () => {
    const own = parts().map(
      (part) => [part.facadeModuleId?.split('/').slice(-2).join('/') ?? '', sizeOf([part])] as const,
    );
    const start = [ofModule('/shell/start.tsx'), ofModule('/texts/ja-jp.ts')].flatMap((chunk) =>
      chunk === undefined ? [] : [...reach(chunk)],
    );
    const sizes = { start: sizeOf([...new Set(start)]), charts: sizeOf(drawing()) };
    process.stdout.write(`gzip bytes: ${JSON.stringify({ ...sizes, ...Object.fromEntries(own) })}\n`);
    const areas = new Set(['rules/screen.tsx', 'worklist/screen.tsx']);
    expect(own.filter(([name, size]) => !areas.has(name) && size > 15 * 1024)).toEqual([]);
    expect(sizes.charts).toBeLessThanOrEqual(30 * 1024);
    expect(start.length).toBeGreaterThan(4);
    expect(sizes.start).toBeLessThanOrEqual(130 * 1024);
  });

  /** Chunks of an area and all that come with them, without what the start or another screen loads. */
  const toOwn = (ofArea: readonly Rolldown.OutputChunk[]) => {
    const elsewhere = new Set(
      [ofModule('/shell/start.tsx'), ...parts()].flatMap((chunk) =>
        chunk === undefined || ofArea.includes(chunk) ? [] : [...reach(chunk)],
      ),
    );
    return [...new Set(ofArea.flatMap((chunk) => [...reach(chunk)]))].filter((chunk) => !elsewhere.has(chunk));
  };

  test('FG-16: the administration loads at most 60 KB of its own for one section, with its dialogs and all texts', () => {
    const folder = '/features/administration/';
    const isSection = /\/features\/administration\/([\w-]+)(?:\/section|-section)\.tsx$/;
    const ids = chunks.flatMap(({ moduleIds }) => moduleIds);
    const sections = new Set(ids.flatMap((id) => isSection.exec(id)?.[1] ?? []));
    expect(sections.size).toBe(administrationSections.length);
    const ofIds = (isOf: (id: string) => boolean) => chunks.filter(({ moduleIds }) => moduleIds.some(isOf));
    const base = ofIds((id) => id.endsWith(`${folder}screen.tsx`) || id.endsWith('/administration-ja-jp.ts'));
    expect(base).toHaveLength(2);
    const sizes = [...sections].map((name) => {
      const section = ofIds((id) => id.includes(`${folder}${name}/`) || id.endsWith(`${folder}${name}-section.tsx`));
      return [name, sizeOf(toOwn([...base, ...section]))] as const;
    });
    process.stdout.write(`gzip bytes of sections: ${JSON.stringify(Object.fromEntries(sizes))}\n`);
    expect(sizes.filter(([, size]) => size > 60 * 1024)).toEqual([]);
  });

  test.each([
    [
      'worklist',
      /\/features\/worklist\/|\/texts\/worklist(?:-row)?-ja-jp\.ts$/,
      ['screen', 'drawer', 'open-dialog', 'worklist-ja-jp'],
    ],
    [
      'rules',
      /\/features\/rules\/|\/texts\/(?:rules-ja-jp|rule-words-(?:ja-jp|en-us))\.ts$/,
      ['screen', 'editor-screen', 'rules-ja-jp', 'rule-words-ja-jp'],
    ],
    [
      'meters',
      /\/features\/meters\/|\/meter-codes\/codes-dialog|\/texts\/meters-ja-jp\.ts$/,
      ['screen', 'templates-dialog', 'codes-dialog', 'meters-ja-jp'],
    ],
    [
      'visits',
      /\/features\/visits\/|\/visit-planning\/|\/texts\/(?:visits|visit-planning)-ja-jp\.ts$/,
      ['screen', 'visit-page', 'visit-calendar', 'visit-dialog', 'visits-ja-jp', 'visit-planning-ja-jp'],
    ],
  ] as const)(
    'FG-16: the own part of %s, with all that is opened in it and the longer texts, is at most 60 KB',
    (area, isOfArea, expected) => {
      const ofArea = chunks.filter(({ moduleIds }) => moduleIds.some((id) => isOfArea.test(id)));
      const own = toOwn(ofArea);
      const loaded = own.map(({ name }) => name);
      expect(loaded).toEqual(expect.arrayContaining([...expected]));
      process.stdout.write(`gzip bytes of ${area}: ${sizeOf(own)} in ${loaded.join(' ')}\n`);
      expect(sizeOf(own)).toBeLessThanOrEqual(60 * 1024);
    },
  );
});

describe('the texts of device codes in the built front end', () => {
  const read = async (name: string) => readFile(join(directory, 'assets', name), 'utf8');

  test('no script holds any of them, so that only texts of reported codes are loaded', async () => {
    const scripts = await Promise.all(names.filter((name) => name.endsWith('.js')).map(read));
    const texts = (['en-us', 'ja-jp'] as const).flatMap((locale) => [
      ...['A28F', 'C020', 'D945', 'E010', 'F093', '1000'].map((code) => deviceMessage(code, locale)),
      actions[locale].clearPaper,
      actions[locale].callService,
    ]);
    const quoted = texts.map((text) => JSON.stringify(text).slice(1, -1));
    expect(scripts.length).toBeGreaterThan(20);
    expect(quoted.filter((text) => scripts.some((script) => script.includes(text)))).toEqual([]);
    expect(scripts.some((script) => script.includes('Text not loaded'))).toBe(true);
  });

  test('each table is a file named by its content, named by one script, packed beforehand, and whole', async () => {
    const tables = names.filter((name) => name.endsWith('.json'));
    const scripts = await Promise.all(names.filter((name) => name.endsWith('.js')).map(read));
    expect(tables).toHaveLength(20);
    for (const table of tables) {
      expect(table).toMatch(/^(?:[acdef]|events|actions|places)-[\w-]{8}\.json$/);
      expect(names).toEqual(expect.arrayContaining([`${table}.br`, `${table}.gz`]));
      expect(scripts.filter((script) => script.includes(`/assets/${table}`))).toHaveLength(1);
    }
    const contents = await Promise.all(tables.map(read));
    expect(contents.map((content): unknown => JSON.parse(content))).toContainEqual(englishE);
    const first = tables[0] ?? '';
    expect(gunzipSync(await readFile(join(directory, 'assets', `${first}.gz`))).toString()).toBe(await read(first));
  });
});
