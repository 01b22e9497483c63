import { basename, relative } from 'node:path';

/**
 * The projects of vitest.config.ts in the order in which they run, and what each needs beyond the installed
 * packages.
 */
export const layers = {
  unit: { needs: ['compiled'] },
  store: { needs: ['compiled'] },
  component: { needs: ['browser'] },
  e2e: { needs: ['build', 'browser'] },
};
const all = Object.keys(layers);

/**
 * What a run of `npm test` does: { layers, checks, watch, args }, or { problem }. Leading names of layers
 * limit the run to these; `one` and a path run the files whose path contains it, in the layer that its name
 * allows; both without the checks.
 */
export function planRun(words) {
  const watch = words.includes('--watch');
  const rest = words.filter((word) => word !== '--watch');
  if (rest[0] === 'one') {
    const args = rest.slice(1);
    const path = args.find((arg) => !arg.startsWith('-'));
    if (path === undefined)
      return { problem: 'Name a test file or a part of its path: npm run test:one -- toner-rows' };
    return { layers: layersOf(path), checks: false, watch, args };
  }
  const count = rest.findIndex((word) => !all.includes(word));
  const chosen = count === -1 ? rest : rest.slice(0, count);
  const args = rest.slice(chosen.length);
  return {
    layers: chosen.length === 0 ? all : chosen,
    checks: chosen.length === 0 && args.length === 0 && !watch,
    watch,
    args,
  };
}

/**
 * The layers that a path can belong to: nothing is built, and no browser searched, for a test that needs
 * neither.
 */
function layersOf(path) {
  if (/(^|\/)e2e\/|bench\/test\/(attacks|faults)/.test(path)) return ['e2e'];
  if (basename(path).endsWith('.tsx')) return ['component'];
  if (/(^|\/)apps\/server\//.test(path)) return ['store'];
  if (/(^|\/)(packages|scripts|bench|apps\/(collector|simulator))\//.test(path)) return ['unit'];
  if (basename(path).endsWith('.ts') && /(^|\/)apps\/portal\//.test(path)) return ['unit'];
  return all;
}

/**
 * The lines that name the slowest tests of a run, slowest first, from the report of vitest's json reporter.
 * The times are wall-clock times: on a busy machine they compare tests of one run, not runs.
 */
export function listSlowest({ testResults }, root, count = 10) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({ file: relative(root, name), title, duration: duration ?? 0 })),
  );
  tests.sort((a, b) => b.duration - a.duration);
  const lines = tests
    .slice(0, count)
    .map(
      ({ file, title, duration }) => `  ${(duration / 1000).toFixed(1).padStart(6)} s  ${file}: ${title.slice(0, 100)}`,
    );
  return [`The ${lines.length} slowest of ${tests.length} tests`, ...lines];
}
