import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compile from 'icu-minify/compile';
import { type HtmlTagDescriptor, type Plugin, type Rolldown, runnerImport } from 'vite';
import { stages } from '../src/brand/brands.ts';
import { isRecord } from '../src/platform/is-record.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every message of a catalogue as the small formatter wants it. */
function compileTree(tree: Tree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileTree(value)]),
  );
}

/**
 * Parses the ICU messages while building, so that no user downloads the parser (9 KB gzip of the initial
 * JavaScript). Only the build does so; development and tests use the full formatter.
 * `compiled-texts.test.ts` proves both say the same.
 */
export function compileTexts(): Plugin {
  return {
    name: 'platen-compile-texts',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }] },
    }),
    async load(id) {
      if (!/\/catalogue\/src\/texts\/(?:[\w-]+-)?(?:en-us|ja-jp)\.ts$/.test(id)) return undefined;
      const { module, dependencies } = await runnerImport<{ texts: Tree }>(id);
      for (const dependency of dependencies) this.addWatchFile(dependency);
      return `export const texts = ${JSON.stringify(compileTree(module.texts))};`;
    },
  };
}

function collectChunks(bundle: Rolldown.OutputBundle, fileName: string, found: Set<Rolldown.OutputChunk>): void {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || found.has(chunk)) return;
  found.add(chunk);
  for (const next of chunk.imports) collectChunks(bundle, next, found);
}

/**
 * Names the portal's code and its styles in the page, so that they are fetched in parallel to the entry, not
 * after it.
 */
export function preloadStart(startModule: string): Plugin {
  return {
    name: 'platen-preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return [];
        const start = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.moduleIds.includes(startModule),
        );
        if (start === undefined) throw new Error(`no chunk holds ${startModule}`);
        const chunks = new Set<Rolldown.OutputChunk>();
        collectChunks(bundle, start.fileName, chunks);
        const styles = new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        const tags: HtmlTagDescriptor[] = [
          ...[...chunks].map(({ fileName }) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          })),
          ...[...styles].map((fileName) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'stylesheet', crossorigin: true, href: `/${fileName}` },
          })),
        ];
        return tags.filter(({ attrs }) => !html.includes(`href="${String(attrs?.['href'])}"`));
      },
    },
  };
}

/** Libraries that every screen needs and that change seldom. */
const everywhere =
  /\/node_modules\/(?:react|react-dom|scheduler|use-intl|use-sync-external-store|@formatjs\/fast-memoize|@tanstack\/(?:react-router|router-core|history|react-store|store|react-query|query-core))\//;

/**
 * The charts and what they draw with: one chunk, asked for by the screens that have a chart and by no other.
 */
const charts = /\/apps\/portal\/src\/charts\/|\/node_modules\/(?:@visx|d3-[a-z-]+|internmap|classnames)\//;

/** Our own sources. */
const own = /\/(?:packages\/(?:contract|catalogue|diagnosis)|apps\/portal)\/src\//;

/** Own modules that a module reaches without a dynamic import. */
function reach(context: Rolldown.ChunkingContext, id: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(id) || id.includes('/node_modules/') || id.startsWith('\0')) return found;
  found.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) reach(context, next, found);
  return found;
}

/**
 * Two chunks for the start instead of some fifteen: libraries, and the portal's own frame. The entry stays
 * free of both, so that it runs while they arrive. What at least six parts share is one chunk more: a screen
 * of fifty small ones took a tenth of its time to ask for them (0580). Screens, popups, the sign-in client
 * and the schemas of few calls stay in chunks of their own, as do the charts.
 */
export function createChunkGroups(entryModule: string, startModule: string): Rolldown.CodeSplittingGroup[] {
  let frame: ReadonlySet<string> | undefined;
  let start: ReadonlySet<string> | undefined;
  const findFrame = (context: Rolldown.ChunkingContext) => {
    const entry = reach(context, entryModule);
    return new Set([...reach(context, startModule)].filter((id) => !entry.has(id)));
  };
  return [
    { name: 'vendor', debugName: 'vendor', test: everywhere },
    { name: 'charts', debugName: 'charts', test: charts, includeDependenciesRecursively: false },
    {
      debugName: 'frame',
      name: (id, context) => {
        frame ??= findFrame(context);
        return frame.has(id) ? 'frame' : null;
      },
      // The error codes' module names the schema library, whose code the start does not use.
      includeDependenciesRecursively: false,
    },
    {
      debugName: 'common',
      name: (id, context) => {
        start ??= new Set([...reach(context, entryModule), ...reach(context, startModule)]);
        return start.has(id) ? null : 'common';
      },
      test: own,
      minShareCount: 6,
      priority: -1,
      includeDependenciesRecursively: false,
    },
  ];
}

/**
 * Files that the worker stores: code, styles, fonts and tables; not their packed forms, nor pictures of
 * help.
 */
const storedFile = /\.(?:js|css|json|woff2|svg)$/;

/**
 * Writes the service worker with the list of own files, named by their content. It stays outside of the
 * bundle: a worker that imports nothing needs no loader.
 */
export function writeWorker(): Plugin {
  return {
    name: 'platen-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && storedFile.test(name))
        .map((name) => `/${name}`)
        .toSorted();
      const list = JSON.stringify(files);
      const version = createHash('sha256').update(list).digest('hex').slice(0, 16);
      const source = readFileSync(new URL('./service-worker.js', import.meta.url), 'utf8')
        .replaceAll('__FILES__', () => list)
        .replaceAll('__VERSION__', version);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const compressible = /\.(?:js|css|html|svg|json|txt|map)$/;

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    toGzip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/**
 * Writes a `.br` and a `.gz` next to every text file of the build, so that the server compresses nothing
 * itself.
 */
export function compressAssets(): Plugin {
  let directory = '';
  return {
    name: 'platen-compress-assets',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile() && compressible.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
      await Promise.all(paths.map(compressFile));
    },
  };
}

/** Settings that a build may fix (AU-02, CN-09, OQ-124), by their environment variables. */
const variables = {
  stage: 'PLATEN_STAGE',
  apiBase: 'PLATEN_API_BASE',
  authority: 'PLATEN_AUTHORITY',
  clientId: 'PLATEN_CLIENT_ID',
  scope: 'PLATEN_SCOPE',
  logoutHint: 'PLATEN_LOGOUT_HINT',
} as const;

function readVersion(): string {
  const own: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (!isRecord(own) || typeof own['version'] !== 'string')
    throw new Error('package.json of the portal has no version');
  return own['version'];
}

/** An unknown stage fails the build (OQ-05). The version is the portal's own (OQ-07). */
export function readBuildSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(variables).flatMap(([name, variable]) => {
    const value = environment[variable];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const settings: Record<string, string> = { stage: 'eu', ...Object.fromEntries(set) };
  const stage = settings['stage'] ?? '';
  if (!Object.hasOwn(stages, stage)) {
    throw new Error(`PLATEN_STAGE '${stage}' is not known; known stages: ${Object.keys(stages).join(', ')}`);
  }
  return { ...settings, version: readVersion() };
}

/** Writes the settings of the build into the page, as data and not as a script. */
export function siteSettings(): Plugin {
  return {
    name: 'platen-site-settings',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'platen-build' },
        children: JSON.stringify(readBuildSettings(process.env)).replaceAll('<', '\\u003c'),
        injectTo: 'head',
      },
    ],
  };
}
