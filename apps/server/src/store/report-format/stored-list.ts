import { toFits } from '@platen/contract/fits';
import type { Reading } from '@platen/contract/values';
import type * as z from 'zod/mini';

declare const content: unique symbol;

/** JSON as it lies in the database. Opaque: only the decoder of its content turns it into values. */
export interface Stored<Content extends string> {
  readonly [content]: Content;
}

export interface ListFormat<Entry, Content extends string> {
  /** The JSON value to be stored. */
  readonly encode: (entries: readonly Entry[]) => unknown[];
  /** Also of lists that earlier releases stored. Throws where a later release stored it. */
  readonly decode: (stored: Stored<Content>) => Entry[];
}

/**
 * First element of a stored list. Releases before 0260 stored lists without it, with entries of either form.
 */
const formatVersion = 1;

/**
 * Lists of short entries: an entry that is nothing but its usual fields is stored as a tuple, any other as
 * the object that was reported. `toTuple`: undefined if the entry has more than a tuple holds.
 */
export function listFormat<Entry extends object, Content extends string>(
  entry: z.ZodMiniType<Entry>,
  toTuple: (entry: Entry) => unknown[] | undefined,
  toEntry: (tuple: readonly unknown[]) => Entry,
): ListFormat<Entry, Content> {
  const fits = toFits(entry);
  return {
    encode: (entries) => [formatVersion, ...entries.map((one) => toTuple(one) ?? one)],
    decode: (stored) => {
      const list: unknown = stored;
      if (!Array.isArray(list)) return [];
      const version: unknown = list[0];
      if (typeof version === 'number' && version !== formatVersion)
        throw new Error(`stored list of format ${version}: this release reads format ${formatVersion}`);
      return list.flatMap((one: unknown) => (Array.isArray(one) ? toEntry(one) : fits(one) ? one : []));
    },
  };
}

/**
 * The value of a reading that has nothing else, null if there is no reading; undefined if the reading holds
 * more.
 */
export function toBareValue(reading: Reading<number> | undefined): number | null | undefined {
  if (reading === undefined) return null;
  return reading.state === 'measured' && Object.keys(reading).length === 2 ? reading.value : undefined;
}

export const measured = (value: number) => ({ state: 'measured' as const, value });
