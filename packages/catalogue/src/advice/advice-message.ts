import { parseAdviceId } from '@platen/contract/advice-ids';
import english from '../data/advice/en-us.json' with { type: 'json' };
import japanese from '../data/advice/ja-jp.json' with { type: 'json' };
import type { Locale } from '../locale.ts';
import { type AdviceTable, renderAdvice } from './render-advice.ts';

const tables: Readonly<Record<Locale, AdviceTable>> = { 'en-us': english, 'ja-jp': japanese };

/**
 * The text of an advice id (FS-21 to FS-30): a sentence that starts with a verb and names the part, or the
 * name of the part at severity 00. Undefined for an id that is not of the scheme. The wording is the
 * project's (OQ-82).
 */
export function adviceMessage(id: string, locale: Locale): string | undefined {
  const advice = parseAdviceId(id);
  return advice && renderAdvice(tables[locale], advice);
}
