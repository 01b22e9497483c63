import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = 'packages/catalogue/src/data';

/**
 * What looks at the tables: the built module and its function from the files to findings { file, key, what }.
 */
const checks = [
  ['checks/findings', 'checkFiles'],
  ['device-codes/check-tables', 'checkTables'],
  ['families/check-families', 'checkFamilyFiles'],
  ['checks/check-messages', 'checkMessages'],
  ['check-glossary', 'checkGlossary'],
];

/**
 * Every wrong place of the catalogue's tables, as `file: key: what`. Needs packages/catalogue to be built.
 */
export async function checkCatalogues(root) {
  const files = readTables(join(root, folder));
  // Two checks may read the same file.
  const wrong = new Set();
  for (const [module, name] of checks)
    try {
      const { [name]: check } = await import(pathToFileURL(join(root, 'packages/catalogue/dist', `${module}.js`)).href);
      for (const { file, key, what } of check(files)) wrong.add(`${posix.join(folder, file)}: ${key}: ${what}`);
    } catch (error) {
      // Most often a table without the form that its reader expects: reported, so that the findings of the
      // others still show.
      wrong.add(`${folder}: ${module} could not run: ${error.message}`);
    }
  return [...wrong];
}

/** Every JSON file under the folder, as written, by its path with slashes. */
function readTables(base) {
  const names = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return new Map(names.sort().map((name) => [name.split(sep).join('/'), readFileSync(join(base, name), 'utf8')]));
}
