import type { paperSources, TonerColor } from './report-sections.ts';

// Part codes that judgements name. The catalogue holds the full table with names; a test of the server
// compares the two.

/** Erasable blue has no drum or developer of its own. */
export const drumCodes: Partial<Record<TonerColor, string>> = {
  black: '6250',
  yellow: '6251',
  magenta: '6252',
  cyan: '6253',
};
export const developerCodes: Partial<Record<TonerColor, string>> = {
  black: '6274',
  yellow: '6275',
  magenta: '6276',
  cyan: '6277',
};
export const secondTransferCode = '6321';
export const fuserCode = '6342';

/**
 * Feeding parts of a paper source: the first three digits of their codes, and the last digit of each: pickup
 * roller (0), feed roller (1), separation roller (2) or pad (3). A document feeder separates with a roller or
 * a pad, by its kind: the table holds what all of them have.
 */
export const feedPartCodes: Partial<
  Record<(typeof paperSources)[number], { readonly block: string; readonly digits: readonly string[] }>
> = {
  ADF: { block: '640', digits: ['0', '1'] },
  CST1: { block: '641', digits: ['0', '1', '2'] },
  CST2: { block: '642', digits: ['0', '1', '2'] },
  CST3: { block: '643', digits: ['0', '1', '2'] },
  CST4: { block: '644', digits: ['0', '1', '2'] },
  LCF: { block: '645', digits: ['0', '1', '2'] },
  TLCF: { block: '646', digits: ['0', '1', '2'] },
  OLCF: { block: '647', digits: ['0', '1', '2'] },
  O2LCF: { block: '648', digits: ['0', '1', '2'] },
  SFB: { block: '650', digits: ['0', '1', '3'] },
};

/**
 * Part codes by the unit that they are the parts of, as signs, the worklist and records of visits name it:
 * `fuser`, `drum.black`, `feedRoller.CST1`.
 */
export const codesOfUnits: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['fuser', [fuserCode]],
  ['secondTransfer', [secondTransferCode]],
  ...Object.entries(drumCodes).map(([color, code]): [string, string[]] => [`drum.${color}`, [code]]),
  ...Object.entries(developerCodes).map(([color, code]): [string, string[]] => [`developer.${color}`, [code]]),
  ...Object.entries(feedPartCodes).map(([source, { block, digits }]): [string, string[]] => [
    `feedRoller.${source}`,
    digits.map((digit) => block + digit),
  ]),
]);

const unitsByCode = new Map([...codesOfUnits].flatMap(([unit, codes]) => codes.map((code) => [code, unit] as const)));
const feedersByBlock = new Map(Object.entries(feedPartCodes).map(([source, { block }]) => [block, source]));

/** The unit of a part: of a feeding part by the digits of its source. Undefined: no component judges it. */
export function unitOfPart(code: string): string | undefined {
  const source = code.length === 4 ? feedersByBlock.get(code.slice(0, 3)) : undefined;
  return unitsByCode.get(code) ?? (source === undefined ? undefined : `feedRoller.${source}`);
}

/** The name of a part as the subject of conditions and risks: its unit, else `part.` and its code. */
export const subjectOfPart = (code: string): string => unitOfPart(code) ?? `part.${code}`;
