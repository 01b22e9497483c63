import type { Color, Shape, SupplyShape, TrayShape } from './machine.ts';
import { english, japanese } from './words.ts';

const modern = { versions: ['1', '2c'], bulk: true, delayMs: 0 } as const;
const colors: readonly Color[] = ['black', 'cyan', 'magenta', 'yellow'];
const englishNames = { black: 'Black', cyan: 'Cyan', magenta: 'Magenta', yellow: 'Yellow' } as const;
const japaneseNames = { black: 'ブラック', cyan: 'シアン', magenta: 'マゼンタ', yellow: 'イエロー' } as const;

const toner = (color: Color, description: string, lifePages: number, more: Partial<SupplyShape> = {}): SupplyShape => ({
  id: `toner-${color}`,
  description,
  type: 21,
  color,
  lifePages,
  unit: 19,
  capacity: 100,
  habit: 'exact',
  ...more,
});
const part = (id: string, description: string, type: number, lifePages: number): SupplyShape => ({
  id,
  description,
  type,
  lifePages,
  unit: 7,
  capacity: lifePages,
  habit: 'exact',
});
const waste = (description: string, type: number, lifePages: number): SupplyShape => ({
  ...part('waste', description, type, lifePages),
  receptacle: true,
  unit: 19,
  capacity: 100,
});
const tray = (
  name: string,
  capacity: number,
  share: number,
  media: string,
  type = 3,
  description = name,
): TrayShape => ({
  name,
  description,
  type,
  media,
  ...(sizes.find(({ name: format }) => media.startsWith(format))?.size ?? postcard),
  capacity,
  share,
});

/** Paper by its format, the long side across the feed but for A3, which is too long for that. */
const sizes = [
  { name: 'A4', size: { feedMm: 210, crossMm: 297 } },
  { name: 'A3', size: { feedMm: 420, crossMm: 297 } },
  { name: 'Photo', size: { feedMm: 152, crossMm: 102 } },
  { name: 'Labels', size: { feedMm: 297, crossMm: 210 } },
];
const postcard = { feedMm: 148, crossMm: 100 };

const a3: Shape = {
  maker: 'Norrvik',
  model: 'A3-C5510',
  product: 5510,
  color: true,
  markTech: 4,
  pagesPerDay: 640,
  counterUnit: 7,
  utcOffsetHours: 1,
  words: english,
  supplies: [
    ...colors.map((color) =>
      toner(color, `${englishNames[color]} Toner Cartridge`, color === 'black' ? 38_000 : 26_000),
    ),
    ...colors.map((color) => ({ ...part(`drum-${color}`, `${englishNames[color]} Drum Unit`, 9, 190_000), color })),
    waste('Waste Toner Box', 4, 60_000),
    part('transfer', 'Transfer Belt Unit', 20, 320_000),
    part('fuser', 'Fuser Unit', 15, 300_000),
  ],
  trays: [
    tray('Tray 1', 550, 0.5, 'A4 Plain'),
    tray('Tray 2', 550, 0.25, 'A3 Plain'),
    tray('Large Capacity Tray', 2000, 0.22, 'A4 Recycled'),
    tray('Bypass Tray', 100, 0.03, 'Custom', 5),
  ],
  covers: [{ description: 'Front Cover' }, { description: 'Right Side Door' }, { description: 'Finisher Door' }],
  firmware: { system: 'T410SY0W2214', nic: '2.08.1' },
  sysDescr: ({ system, nic }) => `Norrvik A3-C5510; System Firmware ${system}; NIC ${nic}`,
  troublesPerDay: 5,
  serviceChance: 0.15,
  snmp: modern,
};

const mono: Shape = {
  maker: 'Norrvik',
  model: 'L420',
  product: 420,
  color: false,
  markTech: 4,
  pagesPerDay: 130,
  counterUnit: 7,
  utcOffsetHours: 1,
  words: english,
  supplies: [
    toner('black', 'Black Toner Cartridge', 12_000, { unit: 7, capacity: 12_000 }),
    part('drum', 'Imaging Drum', 9, 60_000),
    part('maintenance', 'Maintenance Kit', 15, 150_000),
  ],
  trays: [tray('Tray 1', 250, 0.95, 'A4 Plain'), tray('Manual Feed', 50, 0.05, 'Labels', 5)],
  covers: [{ description: 'Front Cover' }, { description: 'Rear Door' }],
  firmware: { system: '4.11.20', nic: '4.11' },
  sysDescr: ({ system }) => `Norrvik L420 version ${system}`,
  troublesPerDay: 2,
  serviceChance: 0.03,
  snmp: modern,
};

const japaneseColor: Shape = {
  maker: '青空機器',
  model: 'MX-3100F',
  product: 3100,
  color: true,
  markTech: 4,
  pagesPerDay: 310,
  counterUnit: 7,
  utcOffsetHours: 9,
  words: japanese,
  supplies: [
    ...colors.map((color) =>
      toner(color, `${japaneseNames[color]}トナー`, color === 'black' ? 24_000 : 15_000, { habit: 'tens' }),
    ),
    waste('トナー回収容器', 4, 45_000),
    part('fuser', '定着ユニット', 15, 200_000),
  ],
  trays: [
    tray('トレイ1', 500, 0.6, 'A4 普通紙'),
    tray('トレイ2', 500, 0.37, 'A3 普通紙'),
    tray('手差しトレイ', 100, 0.03, '不定形', 5),
  ],
  covers: [{ description: '前カバー' }, { description: '右カバー' }],
  firmware: { system: '05.02.10', nic: '1.14' },
  sysDescr: ({ system, nic }) => `青空機器 MX-3100F / Controller ${system} / Network ${nic}`,
  troublesPerDay: 3,
  serviceChance: 0.1,
  snmp: modern,
};

const coarse: Shape = {
  ...mono,
  maker: '青空機器',
  model: 'LP-220',
  product: 220,
  pagesPerDay: 90,
  utcOffsetHours: 9,
  words: japanese,
  supplies: [
    toner('black', 'トナーカートリッジ', 6000, { habit: 'someRemaining', unit: 7 }),
    part('drum', 'ドラムユニット', 9, 20_000),
  ],
  trays: [tray('トレイ', 250, 1, 'A4')],
  covers: [{ description: '前カバー' }],
  firmware: { system: 'R1.32', nic: 'R1.32' },
  sysDescr: ({ system }) => `LP-220 Firmware Ver.${system} , Print Server`,
};

const inkjet: Shape = {
  ...mono,
  maker: 'Fenwick',
  model: 'InkStation 710',
  product: 710,
  color: true,
  markTech: 12,
  pagesPerDay: 75,
  counterUnit: 8,
  utcOffsetHours: 1,
  supplies: [
    ...colors.map((color) =>
      toner(color, `${englishNames[color]} Ink Cartridge`, color === 'black' ? 5000 : 3500, {
        id: `ink-${color}`,
        type: 6,
        unit: 13,
        capacity: 840,
      }),
    ),
    waste('Maintenance Box', 8, 30_000),
  ],
  trays: [tray('Cassette 1', 250, 0.9, 'A4'), tray('Rear Feed', 80, 0.1, 'Photo', 5)],
  covers: [{ description: 'Scanner Unit' }],
  firmware: { system: 'CF21L8', nic: '11.05' },
  sysDescr: ({ system }) => `Fenwick InkStation 710 Series, FW ${system}`,
  troublesPerDay: 2,
};

const old: Shape = {
  ...mono,
  maker: 'Fenwick',
  model: 'LX 12',
  product: 12,
  pagesPerDay: 40,
  supplies: [toner('black', 'Toner', 3000, { type: 3, habit: 'tens' })],
  trays: [tray('Tray', 150, 1, 'A4')],
  covers: [{ description: 'Cover' }],
  firmware: { system: '1.07', nic: '1.07' },
  sysDescr: ({ system }) => `Fenwick LX 12 Ver ${system}`,
  troublesPerDay: 1,
  snmp: { versions: ['1'], bulk: false, delayMs: 0 },
};

const plain: Shape = {
  ...mono,
  maker: '青空機器',
  model: 'LP-90N',
  product: 90,
  pagesPerDay: 55,
  utcOffsetHours: 9,
  words: japanese,
  supplies: [
    toner('black', 'Toner Black', 9000, { habit: 'noCapacity', capacity: 255, unit: 7 }),
    { ...waste('Waste Toner', 4, 30_000), habit: 'noCapacity' },
  ],
  trays: [tray('Tray1', 300, 1, 'A4')],
  firmware: { system: '2.0.9', nic: '2.0.9' },
  sysDescr: ({ system }) => `LP-90N ${system}`,
  snmp: { versions: ['1', '2c'], bulk: false, delayMs: 0 },
};

const press: Shape = {
  ...a3,
  model: 'Press 9050',
  product: 9050,
  pagesPerDay: 5200,
  utcOffsetHours: 0,
  firmware: { system: 'T620SY0W1107', nic: '3.00.4' },
  sysDescr: ({ system, nic }) => `Norrvik Press 9050; System Firmware ${system}; NIC ${nic}`,
  troublesPerDay: 9,
  serviceChance: 0.5,
  snmp: { versions: ['1', '2c'], bulk: true, delayMs: 180 },
};

/** The kinds in the order in which a fleet is made of them; each has its own way of being read. */
export const shapes: readonly Shape[] = [a3, mono, japaneseColor, coarse, inkjet, old, plain, press];
