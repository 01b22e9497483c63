import { relative } from 'node:path';

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
