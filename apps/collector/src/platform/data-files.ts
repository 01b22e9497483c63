import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

/** Thrown for data of a later version: this version would lose what it does not know. */
export class NewerData extends Error {
  constructor(path: string, format: number, known: number) {
    super(
      `${path} has format ${format}, this collector supports up to ${known}: it was written by a newer version, and is not changed`,
    );
    this.name = 'NewerData';
  }
}

/**
 * Version of the data folder as a whole. 1: segment files of reports. Folders without a number are of this
 * form too.
 */
const folderFormat = 1;
const formatFile = z.object({ format: z.int() });

/**
 * Checks that this version may use the folder, and saves its format there. Throws `NewerData`.
 * An unreadable format file is ignored: the files in the folder have formats of their own.
 */
export async function openDataFolder(folder: string): Promise<void> {
  const format = await openDataFolderToRead(folder);
  // A full disk must not prevent delivery.
  if (format !== folderFormat)
    await writeWhole(toFormatPath(folder), JSON.stringify({ format: folderFormat })).catch(() => undefined);
}

/** The same for reading only: changes nothing. Returns the format, undefined if there is none. */
export async function openDataFolderToRead(folder: string): Promise<number | undefined> {
  const known = formatFile.safeParse(await readJson(toFormatPath(folder)));
  if (!known.success) return undefined;
  if (known.data.format > folderFormat) throw new NewerData(folder, known.data.format, folderFormat);
  return known.data.format;
}

const toFormatPath = (folder: string) => join(folder, 'format.json');

/** The JSON of a file; undefined if it is missing or damaged. */
export async function readJson(path: string): Promise<unknown> {
  return parseJson(await readFile(path, 'utf8').catch(() => ''));
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces a file atomically: readers see the old or the new one, also after a crash. */
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

const deviceFile = z.object({ format: z.literal(1), devices: z.record(z.string(), z.unknown()) });
/** Maximum number of devices; those set least recently are dropped first. */
const deviceLimit = 20_000;

/** One value per device, in a file of the data folder that is replaced as a whole. */
export class DeviceFile<T> {
  readonly #path: string | undefined;
  readonly #values: Map<string, T>;
  #isChanged = false;

  private constructor(path: string | undefined, values: Map<string, T>) {
    this.#path = path;
    this.#values = values;
  }

  /** For one process only. */
  static inMemory<T>(): DeviceFile<T> {
    return new DeviceFile<T>(undefined, new Map());
  }

  /** Reads the file. A missing, damaged or unknown one counts as empty; invalid entries are left out. */
  static async open<S extends z.ZodMiniType>(path: string, schema: S): Promise<DeviceFile<z.infer<S>>> {
    const read = deviceFile.safeParse(await readJson(path));
    const values = new Map<string, z.infer<S>>();
    for (const [key, value] of Object.entries(read.success ? read.data.devices : {})) {
      const one = schema.safeParse(value);
      if (one.success) values.set(key, one.data);
    }
    return new DeviceFile(path, values);
  }

  get values(): readonly T[] {
    return [...this.#values.values()];
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#isChanged = true;
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= deviceLimit) return;
      this.#values.delete(oldest);
    }
  }

  delete(key: string): void {
    if (this.#values.delete(key)) this.#isChanged = true;
  }

  /** Writes the file if anything changed. Throws file system errors. */
  async save(): Promise<void> {
    if (this.#path === undefined || !this.#isChanged) return;
    this.#isChanged = false;
    await writeWhole(this.#path, JSON.stringify({ format: 1, devices: Object.fromEntries(this.#values) }));
  }
}
