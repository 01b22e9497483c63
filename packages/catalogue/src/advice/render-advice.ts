import type { AdviceComponent, AdviceSeverity } from '@platen/contract/advice';
import type { Advice, AdviceUnit, AdviceVariant } from '@platen/contract/advice-ids';

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
