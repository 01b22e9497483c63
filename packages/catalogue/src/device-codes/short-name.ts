import table from '../data/device-codes/short-names.json' with { type: 'json' };
import type { Locale } from '../locale.ts';
import { toDeviceCode } from './device-code.ts';
import { createLookup } from './lookup.ts';

const find = createLookup<Readonly<Record<Locale, string>>>(table.codes);

/**
 * What failed, in a word or two, by the range of a service call (VP-10); undefined where no range names
 * it. The place in the machine says it then (`explain`).
 */
export const shortNameOfCode = (code: string, locale: Locale): string | undefined =>
  find(toDeviceCode(code))[0]?.[locale];
