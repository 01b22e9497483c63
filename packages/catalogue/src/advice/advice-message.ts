import type { AdviceComponent, AdviceSeverity } from '@platen/contract/advice';
import { type Advice, type AdviceUnit, type AdviceVariant, parseAdviceId } from '@platen/contract/advice-ids';
import english from '../data/advice/en-us.json' with { type: 'json' };
import japanese from '../data/advice/ja-jp.json' with { type: 'json' };
import type { Locale } from '../locale.ts';

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

/**
 * The advice of one language. Templates hold `{unit}` and `{variant}`; a part in square brackets falls away
 * where the word in it is empty.
 */
export interface AdviceTable {
  readonly templates: Readonly<Record<AdviceComponent, Readonly<Record<AdviceSeverity, string>>>>;
  readonly units: Readonly<Record<AdviceUnit, string>>;
  readonly variants: Readonly<Record<AdviceVariant, string>>;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The text of an advice from a table: its template, filled with the words for unit and variant. */
export function renderAdvice({ templates, units, variants }: AdviceTable, advice: Advice): string {
  const words: Readonly<Record<string, string>> = { unit: units[advice.unit], variant: variants[advice.variant] };
  const template = templates[advice.component][advice.severity];
  const chosen = template.replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, name: string) =>
    words[name] === '' ? '' : part,
  );
  return capital(chosen.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? ''));
}
