import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs } from './scripts/lib/chromium-args.ts';
import { LongestFirst } from './scripts/lib/test-order.ts';

const chromium = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));
const conditions = ['source', 'module', 'browser', 'production'];
const nodeConditions = ['source', 'node', 'module', 'development|production'];
// One more than cores: many tests wait for a process, a silent device or a scheduled job for much of their
// time. The default leaves one core to the runner, which mostly waits too.
const workers = availableParallelism() + 1;
// Pages compute all the time.
const pages = Math.max(2, availableParallelism() - 1);
// The projects run one after another: browsers, databases and killed servers would fight for the same cores.
const inTurn = (groupOrder: number, maxWorkers = workers) => ({ sequence: { groupOrder }, maxWorkers });
// Vitest takes the definition of NODE_ENV for pages as that of every process of the run.
const env = { NODE_ENV: 'test' };
// Most of what tests allocate is garbage at once; the default of 16 MB has it copied before that shows.
const execArgv = ['--max-semi-space-size=64'];
const node = {
  resolve: { conditions: nodeConditions },
  ssr: { resolve: { conditions: nodeConditions, externalConditions: nodeConditions } },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A browser on a busy machine may need longer than the default minute until its first page runs. Vitest
    // reads this of the whole run only, not of a project.
    browser: { connectTimeout: 300_000 },
    projects: [
      {
        ...node,
        test: {
          name: 'unit',
          env,
          execArgv,
          ...inTurn(0),
          // Pure functions, and processes of their own: no file leaves anything behind in its worker. Loading
          // every module again for each file took half of the processor time of this project.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{collector,simulator,portal}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/test/**/*.test.ts',
          ],
          // These start servers, as the end-to-end tests do.
          exclude: ['**/node_modules/**', 'bench/test/{attacks,faults}.test.ts'],
          environment: 'node',
          setupFiles: ['scripts/lib/property-seed.mjs'],
          testTimeout: 60_000,
        },
      },
      {
        ...node,
        test: {
          name: 'store',
          env,
          execArgv,
          ...inTurn(1),
          // Each file has its own database and server, and the modules keep no state. Loading them for each
          // file took a third of the processor time of this project.
          isolate: false,
          include: ['apps/server/{src,test}/**/*.test.ts'],
          // Needs an older version, which `npm run try:update` prepares.
          exclude: ['**/node_modules/**', ...(process.env.PLATEN_TRY_UPDATE ? [] : ['**/older-commit.test.ts'])],
          environment: 'node',
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['scripts/lib/property-seed.mjs', 'apps/server/test/citus/statement-log.ts'],
          // Far above what a test takes (some seconds at most on two idle cores): a busy machine is no
          // failure.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Waiting ends as soon as the expectation holds.
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        plugins: [react()],
        // The build of React that is shipped: the checks of its development build took a fifth of the time.
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        resolve: { conditions },
        // An import that does not resolve fails its own file. Vite's overlay would cover the pages of all
        // others too, and take their clicks until the first Escape.
        server: { hmr: { overlay: false } },
        // Every dependency that the browser loads, also the lazily imported ones: one found late has all
        // tests reloaded.
        optimizeDeps: {
          include: [
            '@tanstack/react-query',
            '@tanstack/react-router',
            '@visx/group',
            '@visx/scale',
            '@visx/shape',
            'axe-core',
            'oidc-client-ts',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'use-intl/react',
            'vitest-browser-react',
            'zod/mini',
          ],
        },
        test: {
          name: 'component',
          ...inTurn(2, pages),
          // The files of a worker share a page, which each leaves as it found it (apps/portal/test/setup.ts).
          // A page for each took a quarter of the processor time.
          isolate: false,
          include: ['apps/portal/src/**/*.test.tsx'],
          setupFiles: ['apps/portal/test/setup.ts'],
          // Waiting ends as soon as the expectation holds; a busy machine may take longer than the default
          // second.
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: {
                ...(chromium === undefined ? {} : { executablePath: chromium }),
                args: [...chromiumArgs],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        ...node,
        test: {
          name: 'e2e',
          env,
          ...inTurn(3),
          // Each file has its own servers and browser; the modules keep no state. The library that drives the
          // browser alone takes half a second to load.
          isolate: false,
          include: ['e2e/**/*.test.ts', 'bench/test/{attacks,faults}.test.ts'],
          globalSetup: ['e2e/lib/global-setup.ts'],
          environment: 'node',
          // Far above what they take alone (seconds): a busy machine is no failure.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 90_000 } },
        },
      },
    ],
  },
});
