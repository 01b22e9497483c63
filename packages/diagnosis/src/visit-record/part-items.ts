import { developerCodes, drumCodes, feedPartCodes, fuserCode, secondTransferCode } from '@platen/contract/part-codes';
import { paperSources, tonerColors } from '@platen/contract/report-sections';

const codesOfUnit = new Map<string, readonly string[]>([
  ['fuser', [fuserCode]],
  ['secondTransfer', [secondTransferCode]],
  ...Object.entries(drumCodes).map(([color, code]): [string, string[]] => [`drum.${color}`, [code]]),
  ...Object.entries(developerCodes).map(([color, code]): [string, string[]] => [`developer.${color}`, [code]]),
  ...paperSources.flatMap((source): [string, string[]][] => {
    const parts = feedPartCodes[source];
    return parts === undefined ? [] : [[`feedRoller.${source}`, parts.digits.map((digit) => parts.block + digit)]];
  }),
]);
const cartridges = new Set<string>(tonerColors.map((color) => `toner.${color}`));

/** Units and supplies that a record can name besides parts by their code, in the order of a list. */
export const recordableItems: readonly string[] = [...codesOfUnit.keys(), ...cartridges];

/**
 * Names under which replacements of an item are stored (`toner.black`, `part.6250`): rollers of a paper
 * source are several parts. Empty: neither a supply nor a part that is known by a code.
 */
export function toStoredItems(item: string): readonly string[] {
  if (cartridges.has(item)) return [item];
  const code = /^(?:part\.)?(\d{4})$/.exec(item)?.[1];
  return (code === undefined ? (codesOfUnit.get(item) ?? []) : [code]).map((one) => `part.${one}`);
}
