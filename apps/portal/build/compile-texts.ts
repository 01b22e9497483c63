import compile from 'icu-minify/compile';
import { type Plugin, runnerImport } from 'vite';

type Tree = { readonly [key: string]: string | Tree };

/** Every message of a catalogue as the small formatter wants it. */
function compileTree(tree: Tree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileTree(value)]),
  );
}

/**
 * Parses the ICU messages while building, so that no user downloads the parser (9 KB gzip of the initial
 * JavaScript). Only the build does so; development and tests use the full formatter. `compiled-texts.test.ts`
 * proves both say the same.
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
