import { readFile } from 'node:fs/promises';
import { SettingsError } from './settings.ts';

/** Where the key may come from, the first that is given counts. */
export interface KeySources {
  flag: string | undefined;
  environment: string | undefined;
  file: string | undefined;
}

/** Reads the collector key. No message ever holds it. Throws `SettingsError`. */
export async function readKey(sources: KeySources): Promise<string> {
  if (sources.flag !== undefined) return toKey(sources.flag, '--key');
  if (sources.environment !== undefined && sources.environment !== '')
    return toKey(sources.environment, 'PLATEN_COLLECTOR_KEY');
  if (sources.file === undefined)
    throw new SettingsError('no collector key: give --key-file FILE, PLATEN_COLLECTOR_KEY or --key KEY');
  const { file } = sources;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SettingsError(`key file ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
  return toKey(text, `key file ${file}`);
}

/** A key must fit into a header; the runtime's own complaint about one that does not would print it. */
function toKey(text: string, place: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]{8,512}$/.test(key))
    throw new SettingsError(`${place}: this is no collector key (8 to 512 visible ASCII characters in one line)`);
  return key;
}
