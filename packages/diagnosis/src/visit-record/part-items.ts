import { codesOfUnits } from '@platen/contract/part-codes';
import { tonerColors } from '@platen/contract/report-sections';

const cartridges = new Set<string>(tonerColors.map((color) => `toner.${color}`));

/** What is brought for the condition of a supply: `toner.cyan`, or `supply.waste`. */
export const itemOfSupply = (subject: string): string =>
  cartridges.has(`toner.${subject}`) ? `toner.${subject}` : `supply.${subject}`;

/** Units and supplies that a record can name besides parts by their code, in the order of a list. */
export const recordableItems: readonly string[] = [...codesOfUnits.keys(), ...cartridges];

/**
 * Names under which replacements of an item are stored (`toner.black`, `part.6250`): rollers of a paper
 * source are several parts. Empty: neither a supply nor a part that is known by a code.
 */
export function toStoredItems(item: string): readonly string[] {
  if (cartridges.has(item)) return [item];
  const code = /^(?:part\.)?(\d{4})$/.exec(item)?.[1];
  return (code === undefined ? (codesOfUnits.get(item) ?? []) : [code]).map((one) => `part.${one}`);
}
