import type { Enterprise, Maker, MakerTable } from './table.ts';
import { brother } from './tables/brother.ts';
import { canon } from './tables/canon.ts';
import { epson } from './tables/epson.ts';
import { fujiXerox } from './tables/fuji-xerox.ts';
import { hp } from './tables/hp.ts';
import { konicaMinolta } from './tables/konica-minolta.ts';
import { kyocera } from './tables/kyocera.ts';
import { lexmark } from './tables/lexmark.ts';
import { oki } from './tables/oki.ts';
import { pantum } from './tables/pantum.ts';
import { ricoh } from './tables/ricoh.ts';
import { samsung } from './tables/samsung.ts';
import { sharp } from './tables/sharp.ts';
import { toshiba } from './tables/toshiba.ts';
import { xerox } from './tables/xerox.ts';
import { zebra } from './tables/zebra.ts';

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
export const allMakers: readonly Maker[] = makers.toSorted((a, b) => b.maker.length - a.maker.length);

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
