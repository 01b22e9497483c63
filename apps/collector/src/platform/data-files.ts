import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

/** What a later version has written: to go on with it would lose what that version knows. */
export class NewerData extends Error {
  constructor(path: string, format: number, known: number) {
    super(
      `${path} is of format ${format}, this collector knows up to ${known}: it was written by a newer version, and is left as it is`,
    );
    this.name = 'NewerData';
  }
}

/** Version of the data folder as a whole. 1: segment files of reports. Folders without a number are of this form too. */
const folderFormat = 1;
const formatFile = z.object({ format: z.int() });

/**
 * Sees to it that this version may use the folder, and notes its format there. Throws `NewerData`.
 * An unreadable note says nothing: then the files in the folder speak for themselves.
 */
export async function openDataFolder(folder: string): Promise<void> {
  const format = await openDataFolderToRead(folder);
  // A full disk is no reason not to deliver what lies on it.
  if (format !== folderFormat)
    await writeWhole(toFormatPath(folder), JSON.stringify({ format: folderFormat })).catch(() => undefined);
}

/** The same for a look from outside: changes nothing. Returns the format, undefined where none is noted. */
export async function openDataFolderToRead(folder: string): Promise<number | undefined> {
  const known = formatFile.safeParse(await readJson(toFormatPath(folder)));
  if (!known.success) return undefined;
  if (known.data.format > folderFormat) throw new NewerData(folder, known.data.format, folderFormat);
  return known.data.format;
}

const toFormatPath = (folder: string) => join(folder, 'format.json');

/** The JSON of a file; undefined when there is none or it is damaged. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Readers see the old file or the new one, also after a crash. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
