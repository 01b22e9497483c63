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
    preventive: random.is(0.8),
    network: [16 + (number % 200), random.whole(0, 255)],
    firmwareDelay: random.is(0.08) ? Number.POSITIVE_INFINITY : Math.round(3 + random.gamma(1.6) * 16),
  };
}

/** Devices that follow one another at the customers of a block, and customers that a block has at most. */
const blockDevices = 60;
const blockCustomers = 24;

/**
 * Customers of 1 to 40 devices, most of them small: of every sixty devices some four tenths are at the
 * largest customer.
 */
export function customerOf(seed: string, device: number): Customer {
  const block = Math.floor(device / blockDevices);
  const random = new Random(seed, 'customers', block);
  let place = device % blockDevices;
  for (let i = 0; i < blockCustomers - 1; i++) {
    const size = drawSize(random);
    if (place < size) return toCustomer(seed, block * blockCustomers + i);
    place -= size;
  }
  return toCustomer(seed, (block + 1) * blockCustomers - 1);
}

function drawSize(random: Random): number {
  const kind = random.next();
  if (kind < 0.3) return 1;
  if (kind < 0.65) return random.whole(2, 4);
  if (kind < 0.85) return random.whole(5, 9);
  return kind < 0.95 ? random.whole(10, 20) : random.whole(21, 40);
}
