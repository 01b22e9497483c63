import { allMakers, makerOfName } from './makers/registry.ts';
import type { Maker } from './makers/table.ts';

/**
 * Agents of general computers (Microsoft, UCD, Net-SNMP): a print queue on one of these does not make it a
 * printer.
 */
const computers = new Set([311, 2021, 8072]);

export const isComputer = (enterprise: number | undefined): boolean =>
  enterprise !== undefined && computers.has(enterprise);

interface Brand {
  maker: Maker;
  atStart: RegExp;
  anywhere: RegExp;
  series: RegExp | undefined;
}

/** Not within a word; `UTAX_TA` contains the brand. */
const alone = (source: string, before: string): RegExp => new RegExp(`${before}(?:${source})(?![\\p{L}\\p{N}])`, 'iu');
const notInWord = '(?<![\\p{L}\\p{N}])';
const toSource = ({ maker, brand }: Maker): string => brand?.source ?? maker.toLowerCase().replaceAll('-', '[- ]?');

const brands: readonly Brand[] = allMakers.map((maker) => ({
  maker,
  atStart: alone(toSource(maker), '^[^\\p{L}\\p{N}]*'),
  anywhere: alone(toSource(maker), notInWord),
  series: maker.series === undefined ? undefined : alone(maker.series.source, notInWord),
}));

/**
 * Position and length of a brand in a text: at its beginning, else anywhere in it; short names elsewhere only
 * in capitals.
 */
function locate(text: string): { brand: string; start: number; end: number } | undefined {
  for (const { maker, atStart } of brands) {
    const match = atStart.exec(text);
    if (match !== null) return { brand: maker.maker, start: 0, end: match[0].length };
  }
  const found = brands.flatMap(({ maker, anywhere }) => {
    const match = maker.isWord === true ? null : anywhere.exec(text);
    if (match === null || (match[0].length <= 3 && match[0] !== match[0].toUpperCase())) return [];
    return [{ brand: maker.maker, start: match.index, end: match.index + match[0].length }];
  });
  return found.toSorted((a, b) => a.start - b.start)[0];
}

/** The brand in a text; undefined if it contains no known brand. */
export const findBrand = (text: string): string | undefined => locate(text)?.brand;

/** Where the brand in a text begins. */
export const brandAt = (text: string): number | undefined => locate(text)?.start;

/** The brand at the beginning of a text and what follows it; undefined if there is none. */
export function splitBrand(text: string): { brand: string; rest: string } | undefined {
  const found = locate(text.trim());
  if (found === undefined || found.start > 0) return undefined;
  return {
    brand: found.brand,
    rest: text
      .trim()
      .slice(found.end)
      .replace(/^[\s:,_-]+/, ''),
  };
}

/** The brand that the name of a series implies (`bizhub`: Konica Minolta). */
export const seriesBrand = (text: string): string | undefined =>
  brands.find(({ series }) => series?.test(text) === true)?.maker.maker;

/** Whether devices of a brand are built by another maker. */
export const isBuiltBy = (brand: string, builder: string): boolean =>
  makerOfName(brand)?.builders?.includes(builder) === true;
