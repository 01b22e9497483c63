import type { Enterprise, Maker, MakerTable } from './table.ts';
import { brother } from './tables/brother.ts';
import { canon } from './tables/canon.ts';
import { epson } from './tables/epson.ts';
import { hp } from './tables/hp.ts';
import { konicaMinolta } from './tables/konica-minolta.ts';
import { kyocera } from './tables/kyocera.ts';
import { lexmark } from './tables/lexmark.ts';
import { ricoh } from './tables/ricoh.ts';
import { samsung } from './tables/samsung.ts';
import { sharp } from './tables/sharp.ts';
import { toshiba } from './tables/toshiba.ts';
import { oki, pantum, zebra } from './tables/without-counters.ts';
import { fujiXerox, xerox } from './tables/xerox.ts';

/** Makers whose own objects are read. */
export const makerTables: readonly MakerTable[] = [
  brother,
  canon,
  epson,
  fujiXerox,
  hp,
  konicaMinolta,
  kyocera,
  lexmark,
  oki,
  pantum,
  ricoh,
  samsung,
  sharp,
  toshiba,
  xerox,
  zebra,
];

const ricohBrands = ['Lanier', 'Savin', 'Gestetner', 'Nashuatec', 'NRG', 'infotec', 'Rex-Rotary', 'Imagistics'];
const labelPrinters = ['TSC', 'SATO', 'Citizen', 'Datamax', 'Intermec', 'Honeywell', 'Godex', 'Bixolon', 'Printronix'];

/** Brands without objects of their own, most of them of devices that others build. */
const others: readonly Maker[] = [
  { maker: 'FUJIFILM', builders: ['Fuji Xerox'] },
  { maker: 'Develop', isWord: true, series: /ineo/, builders: ['Konica Minolta'] },
  { maker: 'Sindoh', builders: ['Konica Minolta'] },
  { maker: 'Muratec', builders: ['Konica Minolta'] },
  { maker: 'Olivetti', series: /d-?(?:copia|color)/, builders: ['Konica Minolta', 'Kyocera'] },
  { maker: 'UTAX', builders: ['Kyocera'] },
  { maker: 'Triumph-Adler', brand: /(?:ta )?triumph[- ]adler/, builders: ['Kyocera'] },
  { maker: 'Copystar', builders: ['Kyocera'] },
  ...ricohBrands.map((maker): Maker => ({ maker, builders: ['Ricoh'] })),
  { maker: 'Dell', enterprises: [{ number: 674, printers: '10898' }], builders: ['Samsung', 'Xerox', 'Lexmark'] },
  { maker: 'InfoPrint', builders: ['Ricoh', 'Lexmark'] },
  { maker: 'Lenovo', isWord: true, builders: ['Lexmark'] },
  { maker: 'Tektronix', enterprises: [{ number: 128 }] },
  { maker: 'Panasonic', enterprises: [{ number: 258 }] },
  { maker: 'RISO' },
  { maker: 'Mimaki' },
  ...labelPrinters.map((maker): Maker => ({ maker, isWord: true })),
];

const makers: readonly Maker[] = [...makerTables, ...others];

/** Every maker and brand; a brand that begins with another one's name (Fuji Xerox) comes before it. */
const allMakers: readonly Maker[] = makers.toSorted((a, b) => b.maker.length - a.maker.length);

const byNumber = new Map(
  makers.flatMap((one) =>
    (one.enterprises ?? []).map((enterprise): [number, { maker: Maker; enterprise: Enterprise }] => [
      enterprise.number,
      { maker: one, enterprise },
    ]),
  ),
);
const byName = new Map(makers.map((one): [string, Maker] => [one.maker, one]));
const tableOf = new Map(makerTables.map((table): [string, MakerTable] => [table.maker, table]));

/** The maker of an enterprise number. */
export const makerOfEnterprise = (
  enterprise: number | undefined,
): { maker: Maker; enterprise: Enterprise } | undefined =>
  enterprise === undefined ? undefined : byNumber.get(enterprise);

export const makerOfName = (name: string | undefined): Maker | undefined =>
  name === undefined ? undefined : byName.get(name);

/** The tables of objects that devices of a maker may hold: its own and those of its builders. */
export function tablesOf(maker: Maker | undefined): MakerTable[] {
  if (maker === undefined) return [];
  return [maker.maker, ...(maker.builders ?? [])].flatMap((name) => tableOf.get(name) ?? []);
}

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
