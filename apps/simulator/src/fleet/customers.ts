import type { Country } from './calendar.ts';
import { type OfficeKind, officeKinds } from './offices.ts';
import { Random } from './random.ts';

/** A customer of the fleet; everything about it is invented. */
export interface Customer {
  readonly number: number;
  readonly customerNumber: string;
  readonly customerName: string;
  readonly dealerNumber: string;
  readonly dealerName: string;
  readonly country: Country;
  readonly kind: OfficeKind;
  /** Parts are replaced by the maintenance plan, before they fail. */
  readonly preventive: boolean;
  /** Second and third number of its addresses: 10.x.y. */
  readonly network: readonly [number, number];
  /** Days that it waits with a new firmware; Infinity: it takes none of its own accord. */
  readonly firmwareDelay: number;
}

const dealers: Readonly<Record<Country, readonly (readonly [string, string])[]>> = {
  eu: [
    ['D-2041', 'Haldane Office'],
    ['D-2044', 'Merrow Copy Systems'],
    ['D-2045', 'Brandt Bürotechnik'],
  ],
  jp: [
    ['D-2043', '北浜ビジネス機器'],
    ['D-2046', '青葉事務機'],
  ],
};
const places: Readonly<Record<Country, readonly string[]>> = {
  eu: 'Ardley,Bexholm,Corvane,Dunmere,Elsby,Farrow,Glenholt,Hartwick,Iverby,Kelmore,Lindau West,Marlow Quay,Norrby,Ostend Road,Perrin,Quayside,Rosvik,Selby Park,Tarn,Ulverton'.split(
    ',',
  ),
  jp: '緑ヶ丘,白鳥町,若葉台,三崎,中之橋,東浜,桜木,高台,川端,南陽,泉町,朝日台'.split(','),
};
const names: Readonly<Record<Country, Readonly<Record<OfficeKind, readonly string[]>>>> = {
  eu: {
    company: ['{} Logistics', '{} Engineering', '{} Insurance', '{} Foods', '{} Software'],
    school: ['{} Grammar School', '{} Primary School', 'College of {}'],
    shop: ['{} Garden Centre', '{} Furniture', '{} Outfitters'],
    clinic: ['{} Medical Centre', 'Clinique de {}', '{} Dental Practice'],
    taxAdviser: ['{} & Partner Tax Advisers', '{} Accountants'],
    publicOffice: ['Town Hall {}', '{} Library', '{} District Court'],
  },
  jp: {
    company: ['{}物産', '{}精機', '{}システム', '{}運輸'],
    school: ['{}中学校', '{}高等学校', '{}小学校'],
    shop: ['{}書店', '{}家具', 'スーパー{}'],
    clinic: ['{}クリニック', '{}総合病院'],
    taxAdviser: ['{}税理士法人', '{}会計事務所'],
    publicOffice: ['{}市役所', '{}市立図書館'],
  },
};

/** Customer number n of a fleet: depends on the seed and n alone. */
export function toCustomer(seed: string, number: number): Customer {
  const random = new Random(seed, 'customer', number);
  const country: Country = random.is(0.7) ? 'eu' : 'jp';
  const kind = random.is(0.4) ? 'company' : random.pick(officeKinds);
  const [dealerNumber, dealerName] = random.pick(dealers[country]);
  const name = random.pick(names[country][kind]).replace('{}', random.pick(places[country]));
  const turns = Math.floor(number / 200);
  return {
    number,
    customerNumber: `C-${20_001 + number}`,
    customerName: turns === 0 ? name : `${name} ${turns + 1}`,
    dealerNumber,
    dealerName,
    country,
    kind,
    preventive: random.is(0.4),
    network: [16 + (number % 200), random.whole(0, 255)],
    firmwareDelay: random.is(0.12) ? Number.POSITIVE_INFINITY : Math.round(3 + random.gamma(1.6) * 28),
  };
}

/** Twelve devices follow one another at two customers: 3 to 9 at the first. */
export function customerOf(seed: string, device: number): Customer {
  const block = Math.floor(device / 12);
  const cut = new Random(seed, 'customers', block).whole(3, 9);
  return toCustomer(seed, block * 2 + (device % 12 < cut ? 0 : 1));
}
