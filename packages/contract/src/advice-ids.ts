import {
  type AdviceComponent,
  type AdviceSeverity,
  adviceComponentCodes,
  adviceComponents,
  adviceSeverities,
  adviceSeverityCodes,
} from './advice.ts';
import { type paperSources, type TonerColor, tonerColors } from './report-sections.ts';

/**
 * Digits three and four: a paper source by its name in the device calls, or a SATA port; `whole` where the
 * component has no units.
 */
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

/**
 * Digits five and six: a print colour, a kind of paper or a kind of storage (`storage` where the kind is
 * unknown); `any` where none is meant.
 */
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

export type AdviceUnit = keyof typeof unitCodes;
export type AdviceVariant = keyof typeof variantCodes;

type Combination = readonly [units: readonly AdviceUnit[], variants: readonly AdviceVariant[]];

const whole: readonly Combination[] = [[['whole'], ['any']]];
const colors: readonly AdviceVariant[] = ['black', 'yellow', 'magenta', 'cyan', 'eBlue'];
const papers: readonly AdviceVariant[] = ['any', 'plain', 'recycled', 'thick', 'otherPaper'];
/**
 * Sources that feed the paper of the job. The document feeder moves originals, whose kind is not reported.
 */
const paperUnits: readonly AdviceUnit[] = [
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

/**
 * Units and variants of each component: every unit of a pair goes with every variant of it (FS-22 to FS-30).
 */
const combinations: Readonly<Record<AdviceComponent, readonly Combination[]>> = {
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

/** What an id is about. */
export interface Advice {
  readonly component: AdviceComponent;
  readonly unit: AdviceUnit;
  readonly variant: AdviceVariant;
  readonly severity: AdviceSeverity;
}

type PaperSource = (typeof paperSources)[number];
type Paper = 'any' | 'plain' | 'recycled' | 'thick' | 'otherPaper';

/**
 * What to advise about which part: every combination of this type has an id. The document feeder has no kinds
 * of paper.
 */
export type AdviceQuery = { readonly severity: AdviceSeverity } & (
  | { readonly component: 'fuser' | 'secondTransfer' | 'CE20' | 'CE40' | 'laserUnit' }
  | { readonly component: 'developer' | 'drum'; readonly variant: TonerColor }
  | { readonly component: 'polygonalMotor' | 'imageQualitySensor'; readonly variant?: TonerColor | undefined }
  | { readonly component: 'feedParts'; readonly unit: 'ADF' }
  | { readonly component: 'feedParts'; readonly unit: PaperSource; readonly variant?: Paper | undefined }
  | { readonly component: 'storage'; readonly unit: 'port0' | 'port1'; readonly variant: 'storage' | 'HDD' | 'SSD' }
);

/**
 * The 8-digit id of an advice: two digits each for component, unit or drawer, colour or paper type, and
 * severity (FS-21, OQ-82). A kind of paper is left out of the id of the document feeder.
 */
export function adviceId(query: AdviceQuery): string {
  const { component, severity } = query;
  const unit = 'unit' in query ? query.unit : 'whole';
  const variant = 'variant' in query && unit !== 'ADF' ? query.variant : undefined;
  return spell({ component, unit, variant: variant ?? 'any', severity });
}

/** What an 8-digit id is about; undefined for a text that is no id of the scheme. */
export function parseAdviceId(id: string): Advice | undefined {
  return readTable().get(id);
}

/**
 * Subject of a sign by its advice, as conditions, rules and risks name it: `drum.yellow`, `feedRoller.CST1`,
 * `fuser`; undefined for storage and for a text that is no id.
 */
export function subjectOfSign(id: string): string | undefined {
  const advice = parseAdviceId(id);
  if (advice === undefined || advice.component === 'storage') return undefined;
  const { component, unit, variant } = advice;
  if (component === 'feedParts') return `feedRoller.${unit}`;
  const color = tonerColors.find((one) => one === variant);
  return color === undefined ? component : `${component}.${color}`;
}

/** Every subject that a sign may have, in the order of the scheme. */
export const signSubjects = (): readonly string[] => [
  ...new Set([...readTable().keys()].flatMap((id) => subjectOfSign(id) ?? [])),
];

/** Every id of the scheme with what it is about, in the order of the scheme (FS-21, OQ-82). */
export function allAdvice(): ReadonlyMap<string, Advice> {
  return readTable();
}

const spell = ({ component, unit, variant, severity }: Advice): string =>
  adviceComponentCodes[component] + unitCodes[unit] + variantCodes[variant] + adviceSeverityCodes[severity];

let table: ReadonlyMap<string, Advice> | undefined;

/** Made at first use: 356 entries. */
function readTable(): ReadonlyMap<string, Advice> {
  table ??= new Map(
    adviceComponents.flatMap((component) =>
      combinations[component].flatMap(([units, variants]) =>
        units.flatMap((unit) =>
          variants.flatMap((variant) =>
            adviceSeverities.map((severity): [string, Advice] => {
              const advice = { component, unit, variant, severity };
              return [spell(advice), advice];
            }),
          ),
        ),
      ),
    ),
  );
  return table;
}
