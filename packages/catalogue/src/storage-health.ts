import english from './data/storage-health/en-us.json' with { type: 'json' };
import japanese from './data/storage-health/ja-jp.json' with { type: 'json' };
import type { Locale } from './locale.ts';

/** Codes of the storage states, from good to bad; 4 to 8 are free (ST-08, OQ-104). */
export const storageStates = [0, 1, 2, 3, 9] as const;

/** SATA ports that are reported, each on its own (ST-02, ST-03). */
export const storagePorts = [0, 1] as const;

const tables = { 'en-us': english, 'ja-jp': japanese } as const;

/**
 * The label of a state (ST-01, ST-04 to ST-07); undefined for a code that is no state, so that it is shown as
 * unknown and never as good.
 */
export function storageStateLabel(state: number, locale: Locale): string | undefined {
  const labels: Readonly<Record<string, string>> = tables[locale].states;
  return Object.hasOwn(labels, state) ? labels[String(state)] : undefined;
}

/** The name of a SATA port; undefined for a port that the catalogue does not know. */
export function storagePortLabel(port: number, locale: Locale): string | undefined {
  const labels: Readonly<Record<string, string>> = tables[locale].ports;
  return Object.hasOwn(labels, port) ? labels[String(port)] : undefined;
}
