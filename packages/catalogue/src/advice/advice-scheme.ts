/** First two digits of an advice id: what the advice is about. */
export const componentCodes = {
  fuser: '10',
  secondTransfer: '20',
  feedParts: '30',
  developer: '40',
  drum: '50',
  CE20: '60',
  CE40: '61',
  laserUnit: '62',
  polygonalMotor: '63',
  imageQualitySensor: '64',
  storage: '70',
} as const;

/** Digits three and four: a paper source by its name in the device calls, or a SATA port; `whole` where the component has no units. */
export const unitCodes = {
  whole: '10',
  ADF: '11',
  bypass: '12',
  CST1: '21',
  CST2: '22',
  CST3: '23',
  CST4: '24',
  LCF: '31',
  TLCF: '32',
  OLCF: '33',
  O2LCF: '34',
  SFB: '41',
  ADU: '51',
  port0: '80',
  port1: '81',
} as const;

/** Digits five and six: a print colour, a kind of paper or a kind of storage (`storage` where the kind is unknown); `any` where none is meant. */
export const variantCodes = {
  any: '10',
  black: '21',
  yellow: '22',
  magenta: '23',
  cyan: '24',
  eBlue: '25',
  plain: '31',
  recycled: '32',
  thick: '33',
  otherPaper: '34',
  storage: '40',
  HDD: '41',
  SSD: '42',
} as const;

/** Last two digits. `name` is the name of the part alone (FS-14); the others ask for action, in rising urgency. */
export const severityCodes = { name: '00', watch: '01', nextVisit: '02', now: '03' } as const;

export type Component = keyof typeof componentCodes;
export type Unit = keyof typeof unitCodes;
export type Variant = keyof typeof variantCodes;
export type Severity = keyof typeof severityCodes;

type Combination = readonly [units: readonly Unit[], variants: readonly Variant[]];

const whole: readonly Combination[] = [[['whole'], ['any']]];
const colors: readonly Variant[] = ['black', 'yellow', 'magenta', 'cyan', 'eBlue'];
const papers: readonly Variant[] = ['any', 'plain', 'recycled', 'thick', 'otherPaper'];
/** Fed by the paper of the job; the document feeder moves originals, whose kind nobody reports. */
const paperUnits: readonly Unit[] = [
  'bypass',
  'CST1',
  'CST2',
  'CST3',
  'CST4',
  'LCF',
  'TLCF',
  'OLCF',
  'O2LCF',
  'SFB',
  'ADU',
];

/** Units and variants of each component: every unit of a pair goes with every variant of it (FS-22 to FS-30). */
export const combinations: Readonly<Record<Component, readonly Combination[]>> = {
  fuser: whole,
  secondTransfer: whole,
  feedParts: [
    [['ADF'], ['any']],
    [paperUnits, papers],
  ],
  developer: [[['whole'], colors]],
  drum: [[['whole'], colors]],
  CE20: whole,
  CE40: whole,
  laserUnit: whole,
  polygonalMotor: [[['whole'], ['any', ...colors]]],
  imageQualitySensor: [[['whole'], ['any', ...colors]]],
  storage: [
    [
      ['port0', 'port1'],
      ['storage', 'HDD', 'SSD'],
    ],
  ],
};
