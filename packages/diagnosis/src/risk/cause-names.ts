import { developerCodes, drumCodes, feedPartCodes, fuserCode, secondTransferCode } from '@platen/contract/part-codes';
import { tonerColors } from '@platen/contract/report-sections';

/** Names of the parts that fail by their life, by part code: as the worklist names what a visit is about. */
const itemsByCode: ReadonlyMap<string, string> = new Map([
  [fuserCode, 'fuser'],
  [secondTransferCode, 'secondTransfer'],
  ...tonerColors.flatMap((color): [string, string][] => [
    ...[drumCodes[color] ?? []].flat().map((code): [string, string] => [code, `drum.${color}`]),
    ...[developerCodes[color] ?? []].flat().map((code): [string, string] => [code, `developer.${color}`]),
  ]),
]);

/** The cause of a stop that a part is, by part code; undefined: a part of unknown life. */
export const itemOfPart = (code: string): string | undefined => itemsByCode.get(code);

/** The same of any part: rollers by their source, `feedRoller.CST1`, the rest by their code, `part.6340`. */
export function itemOfCode(code: string): string {
  const source = Object.entries(feedPartCodes).find(
    ([, { block }]) => code.startsWith(block) && code.length === block.length + 1,
  )?.[0];
  return itemOfPart(code) ?? (source === undefined ? `part.${code}` : `feedRoller.${source}`);
}
