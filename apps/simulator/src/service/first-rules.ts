import type { Locale } from '@platen/catalogue/locale';
import { ruleTemplates } from '@platen/catalogue/rule-templates';
import type { Portal } from './portal.ts';

/** Of which templates, in which language, and whether it is switched on. */
const first: readonly { readonly template: string; readonly locale: Locale; readonly isOn: boolean }[] = [
  { template: 'heavyJamming', locale: 'en-us', isOn: true },
  { template: 'sameCode', locale: 'en-us', isOn: true },
  { template: 'totalCrosses', locale: 'ja-jp', isOn: false },
];

/**
 * Writes the first rules of an organisation that has none (GE-22): two are tried on the past and switched on
 * where a device has what they ask for, one is left off. Resolves to how many it wrote.
 */
export async function writeFirstRules(portal: Portal): Promise<number> {
  if ((await portal.readRules()).length > 0) return 0;
  for (const { template, locale, isOn } of first) {
    const found = ruleTemplates.find((one) => one.template === template);
    if (found === undefined) throw new Error(`no template ${template}`);
    const form = { ...found.form, ...found.texts[locale] };
    const { ruleId, version } = await portal.addRule({ form, template });
    if (!isOn) continue;
    if (await portal.tryRule({ form, ruleId })) await portal.enableRule(ruleId, version);
  }
  return first.length;
}
