/** The rows of the limits: what the product must not do (XC-01 to XC-08). */
const row = /\bXC-0[1-8]\b/g;

/**
 * The limits near which a change lies (XC-09): rows that a changed source file names, before or after the
 * change. Tests prove rows and documents quote them; neither keeps one.
 * @param {readonly { path: string, texts: readonly string[] }[]} files
 * @returns {Map<string, string[]>} paths by row
 */
export function toTouchedLimits(files) {
  const touched = new Map();
  for (const { path, texts } of files) {
    if (!isSource(path)) continue;
    for (const name of new Set(texts.flatMap((text) => text.match(row) ?? [])))
      touched.set(name, [...(touched.get(name) ?? []), path]);
  }
  return new Map([...touched].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a file decides what the product does. */
export const isSource = (path) =>
  /^(apps|packages)\/[^/]+\/src\/.*\.(ts|tsx|sql)$/.test(path) && !/\.test\.tsx?$/.test(path);

/**
 * The touched rows that title and text of a pull request do not name.
 * @param {Map<string, string[]>} touched
 * @param {string} text
 */
export const toUnnamed = (touched, text) => {
  const named = new Set(text.match(row) ?? []);
  return [...touched].filter(([name]) => !named.has(name));
};
