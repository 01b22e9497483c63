/**
 * What becomes of a supply: it is used up, it fills, or it wears. Names of the texts in `status.supplyName`,
 * as in RFC 3805, PrtMarkerSuppliesTypeTC.
 */
const supplyFates = {
  black: 'used',
  yellow: 'used',
  magenta: 'used',
  cyan: 'used',
  eBlue: 'used',
  toner: 'used',
  tonerCartridge: 'used',
  ink: 'used',
  inkCartridge: 'used',
  inkRibbon: 'used',
  solidWax: 'used',
  ribbonWax: 'used',
  developer: 'worn',
  staples: 'used',
  stitchingWire: 'used',
  water: 'used',
  fuserOil: 'used',
  wasteToner: 'filled',
  wasteInk: 'filled',
  wasteWax: 'filled',
  wastePaper: 'filled',
  wasteWater: 'filled',
  opc: 'worn',
  fuser: 'worn',
  fuserOiler: 'worn',
  fuserOilWick: 'worn',
  fuserCleaningPad: 'worn',
  coronaWire: 'worn',
  cleanerUnit: 'worn',
  transferUnit: 'worn',
} as const;
export type SupplyName = keyof typeof supplyFates;

const phrases = {
  used: { warning: 'low', error: 'empty' },
  filled: { warning: 'nearFull', error: 'full' },
  worn: { warning: 'lifeNear', error: 'lifeOver' },
} as const;

/** Whether a word from outside is one of a table's own keys. */
export const isKeyOf = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key);

/** The supply that a colour or type means; undefined for one the texts do not name. */
export const toSupplyName = (code: string): SupplyName | undefined => (isKeyOf(supplyFates, code) ? code : undefined);

/** Whether the level of a supply of this type is the room left in it. */
export const isFilled = (type: string): boolean => {
  const name = toSupplyName(type);
  return name !== undefined && supplyFates[name] === 'filled';
};

/** Sentence for a supply that needs attention, by its condition and severity. */
export const toSupplyPhrase = (name: SupplyName | undefined, severity: 'error' | 'warning' | 'info') =>
  phrases[name === undefined ? 'used' : supplyFates[name]][severity === 'error' ? 'error' : 'warning'];
