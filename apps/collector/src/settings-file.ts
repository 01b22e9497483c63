import { readFile } from 'node:fs/promises';
import { parseSettingsFile, SettingsError, type SettingsFile } from './settings.ts';

/** Reads a settings file; none given is an empty one. Throws `SettingsError`. */
export async function readSettingsFile(path: string | undefined): Promise<SettingsFile> {
  if (path === undefined) return {};
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SettingsError(`settings file ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  return parseSettingsFile(text, path);
}
