import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the data lie next to the repository, by default. */
const sibling = fileURLToPath(new URL('../../../../shared/data/prognostics/nn5-developer.csv', import.meta.url));

/** The daily series of the file, null for an empty cell; undefined where the file is not there. */
export async function readSeries(path = sibling): Promise<readonly (readonly (number | null)[])[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [head = '', ...rows] = text.trim().split(/\r?\n/);
  const cells = rows.map((row) => row.split(','));
  return head
    .split(',')
    .slice(1)
    .map((_, column) =>
      cells.map((row) => {
        const cell = row[column + 1]?.trim() ?? '';
        return cell === '' ? null : Number(cell);
      }),
    );
}
