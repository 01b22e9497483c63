import axe from 'axe-core';

/** What axe finds on the page, as lines that a failing test can be read by. */
export async function findProblems(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // No report of what is in order, and no selectors, which take a fifth of the time.
    resultTypes: ['violations'],
    selectors: false,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
