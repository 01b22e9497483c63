import { readFile } from 'node:fs/promises';
import { toErrorMessage } from '../platform/error-text.ts';
import { SettingsError } from './settings-error.ts';

/** Sources of the key; the first that is given is used. */
export interface KeySources {
  flag: string | undefined;
  environment: string | undefined;
  file: string | undefined;
}

/** Reads the collector key. No message contains it. Throws `SettingsError`. */
export async function readKey(sources: KeySources): Promise<string> {
  if (sources.flag !== undefined) return toKey(sources.flag, '--key');
  if (sources.environment !== undefined && sources.environment !== '')
    return toKey(sources.environment, 'PLATEN_COLLECTOR_KEY');
  if (sources.file === undefined)
    throw new SettingsError('no collector key: give --key-file FILE, PLATEN_COLLECTOR_KEY or --key KEY');
  const { file } = sources;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SettingsError(`key file ${file}: ${toErrorMessage(error)}`);
  });
  return toKey(text, `key file ${file}`);
}

/** A key must fit into a header; the runtime's own error about an invalid one would print it. */
function toKey(text: string, source: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]{8,512}$/.test(key))
    throw new SettingsError(`${source}: not a collector key (8 to 512 visible ASCII characters in one line)`);
  return key;
}
