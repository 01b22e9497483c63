import type { Family } from '@platen/catalogue/families/families';
import type { tonerColors } from '@platen/contract/report-sections';
import { drawModel } from './assortment.ts';
import type { Day } from './calendar.ts';
import { type Customer, customerOf } from './customers.ts';
import { toOwnWear } from './own-wear.ts';
import { type Physics, toPhysics } from './physics.ts';
import { Random } from './random.ts';
import { toUsualWear } from './usual-wear.ts';
import type { WearModel } from './wear-model.ts';
import { usualWorld, type World } from './world.ts';

export type Color = Exclude<(typeof tonerColors)[number], 'eBlue'>;
export const allColors: readonly Color[] = ['black', 'yellow', 'magenta', 'cyan'];

/** A place that paper comes from. */
export interface SourceSpec {
  readonly source: 'ADF' | 'bypass' | 'CST1' | 'CST2' | 'CST3' | 'CST4' | 'LCF' | 'TLCF' | 'OLCF' | 'O2LCF' | 'SFB';
  /** Share of the sheets; of the scanned originals for the ADF. */
  readonly share: number;
  /** Part code of its feed roller; absent: it has no roller that wears. */
  readonly roller?: string;
}

/** All that never changes of a device: depends on the seed and its number alone. */
export interface DeviceSpec {
  readonly world: World;
  readonly seed: string;
  readonly index: number;
  readonly serial: string;
  readonly family: Family;
  readonly model: string;
  readonly physics: Physics;
  readonly wear: WearModel;
  /** Whether its family counts the retries of feed rollers. */
  readonly countsRetries: boolean;
  readonly customer: Customer;
  readonly mac: string;
  /** The first day of its life. */
  readonly setUp: Day;
  /** Impressions on a mean working day. */
  readonly pagesPerDay: number;
  readonly colorShare: number;
  readonly duplexShare: number;
  readonly pagesPerJob: number;
  readonly scansPerPage: number;
  readonly largeShare: number;
  /** Mean percent of a page that is set, by colour. */
  readonly coverage: Readonly<Record<Color, number>>;
  readonly colors: readonly Color[];
  readonly sources: readonly SourceSpec[];
  readonly storage: readonly ('HDD' | 'SSD')[];
  /** Empty: it has none. */
  readonly finisher: string;
  /** Minutes after midnight UTC at which it reports. */
  readonly reportMinute: number;
  /** Reports when a part was replaced. */
  readonly reportsReplacements: boolean;
}

/**
 * 2022-01-01. Lives begin on the days of the three years from here on, so that ages are spread whatever
 * window is looked at.
 */
const firstSetUp = 18_993;
const setUpDays = 1096;
const letters = Array.from('ABCDEFGHJKLMNPRSTUVWXYZ');

export function toSpec(seed: string, index: number, world: World = usualWorld): DeviceSpec {
  const random = new Random(seed, 'device', index);
  const customer = customerOf(seed, index);
  const { family, model } = drawModel(seed, index, customer.dealerNumber);
  const physics = toPhysics(seed, family.code);
  const large = random.is(family.largePaper ? 0.6 : 0.12);
  const pagesPerDay = Math.min(1600, 30 + (large ? 310 : 90) * random.factor(0.6));
  const base = 4.6 * random.factor(0.2);
  const shade = () => base * random.factor(0.3);
  return {
    world,
    seed,
    index,
    serial: `P${random.pick(letters)}${random.pick(letters)}${random.pick(letters)}${String(index).padStart(6, '0')}`,
    family,
    model,
    physics,
    wear: world.ownWear ? toOwnWear(seed, family.code) : toUsualWear(physics),
    countsRetries: new Random(seed, 'retries', family.code).is(world.retriesCounted),
    customer,
    // 02: an address of one's own making (locally administered)
    mac: ['02', ...[...toFleetBytes(seed), index >> 16, index >> 8, index].map(toHex)].join(':').toUpperCase(),
    setUp: firstSetUp + random.whole(0, setUpDays - 1),
    pagesPerDay,
    colorShare: family.color ? random.between(0.15, 0.6) : 0,
    duplexShare: random.between(0.2, 0.75),
    pagesPerJob: random.between(3, 9),
    scansPerPage: random.between(0.08, 0.5),
    largeShare: random.between(0.01, 0.12),
    coverage: { black: base * 1.1, yellow: shade(), magenta: shade(), cyan: shade() },
    colors: family.color ? allColors : ['black'],
    sources: toSources(family, random),
    storage: random.is(0.12) ? ['HDD', 'HDD'] : [random.is(0.55) ? 'HDD' : 'SSD'],
    finisher: new Random(seed, 'finisher', index).pick(['', '', 'Staple finisher', 'Saddle stitch finisher']),
    reportMinute: random.whole(15 * 60, 22 * 60),
    reportsReplacements: random.is(world.replacementsReported),
  };
}

/** Two bytes that machines of one fleet have in common, so that another fleet has other addresses. */
function toFleetBytes(seed: string): readonly number[] {
  const random = new Random(seed, 'addresses');
  return [random.whole(0, 255), random.whole(0, 255)];
}

const toHex = (byte: number): string => (byte & 255).toString(16).padStart(2, '0');

const largeFeeders = [
  ['LCF', 'LCF', '6451'],
  ['T-LCF', 'TLCF', '6461'],
  ['O-LCF', 'OLCF', '6471'],
  ['O2-LCF', 'O2LCF', '6481'],
] as const;

function toSources(family: Family, random: Random): SourceSpec[] {
  const cassettes = random.pick([2, 2, 4, 3]);
  const fitting = largeFeeders.filter(([kind]) => family.largeCapacityFeeders.includes(kind));
  const feeder = random.is(0.25) ? random.pick(fitting) : undefined;
  const weights: [SourceSpec['source'], string | undefined, number][] = [
    ['CST1', '6411', random.between(0.45, 0.7)],
    ['CST2', '6421', random.between(0.15, 0.35)],
    ['CST3', '6431', cassettes > 2 ? random.between(0.05, 0.2) : 0],
    ['CST4', '6441', cassettes > 3 ? random.between(0.05, 0.2) : 0],
    // Machines for large paper may have a stack feed bypass.
    family.largePaper && random.is(0.5)
      ? ['SFB', '6501', random.between(0.03, 0.1)]
      : ['bypass', undefined, random.between(0.01, 0.04)],
  ];
  if (feeder !== undefined) weights.push([feeder[1], feeder[2], random.between(0.5, 1.2)]);
  const used = weights.filter(([, , weight]) => weight > 0);
  const sum = used.reduce((total, [, , weight]) => total + weight, 0);
  return [
    ...used.map(([source, roller, weight]) => ({
      source,
      share: weight / sum,
      ...(roller === undefined ? {} : { roller }),
    })),
    { source: 'ADF', share: 0.8, roller: '6401' },
  ];
}
