export type Color = 'black' | 'cyan' | 'magenta' | 'yellow';

/** How a supply reports its level. */
export type LevelHabit =
  /** Level and capacity in the supply's unit. */
  | 'exact'
  /** Steps of ten percent. */
  | 'tens'
  /** RFC 3805: level -3 (some remaining) until it is nearly used up, then 0; capacity -2. */
  | 'someRemaining'
  /** A level, but capacity -2 (unknown). */
  | 'noCapacity';

export interface SupplyShape {
  id: string;
  description: string;
  /**
   * Numbers of PrtMarkerSuppliesTypeTC: toner 3, wasteToner 4, inkCartridge 6, wasteInk 8, opc 9, fuser 15,
   * transferUnit 20, tonerCartridge 21.
   */
  type: number;
  color?: Color;
  /** A box that fills: its level is the room left. */
  receptacle?: boolean;
  /** Pages from full to empty at the machine's usual coverage. */
  lifePages: number;
  /** PrtMarkerSuppliesSupplyUnitTC and capacity in it: impressions 7, tenthsOfGrams 13, percent 19. */
  unit: number;
  capacity: number;
  habit: LevelHabit;
}

export interface TrayShape {
  name: string;
  description: string;
  /** PrtInputTypeTC: removable tray 3, manual 5. */
  type: number;
  media: string;
  /** Its paper, along the feed and across it, in millimetres. */
  feedMm: number;
  crossMm: number;
  capacity: number;
  /** Share of the machine's pages that comes from here. */
  share: number;
}

interface CoverShape {
  description: string;
}

/** What the words of a machine are, in its language. */
export interface Words {
  ready: string;
  printing: string;
  jam: string;
  doorOpen: string;
  trayEmpty: (tray: string) => string;
  low: (supply: string) => string;
  empty: (supply: string) => string;
  serviceCall: string;
}

/** A kind of machine: what a maker builds. */
export interface Shape {
  model: string;
  maker: string;
  /** Number below 1.3.6.1.4.1.32473, the enterprise number for documentation (RFC 5612). */
  product: number;
  color: boolean;
  /** PrtMarkerMarkTechTC: laser 4, aqueous ink 12. */
  markTech: number;
  pagesPerDay: number;
  /** Impressions 7 or sheets 8. */
  counterUnit: number;
  utcOffsetHours: number;
  words: Words;
  supplies: readonly SupplyShape[];
  trays: readonly TrayShape[];
  covers: readonly CoverShape[];
  firmware: { system: string; nic: string };
  sysDescr: (firmware: Shape['firmware']) => string;
  /** Jams, open doors and empty trays a day. */
  troublesPerDay: number;
  /** Chance of a call for service in six hours. */
  serviceChance: number;
  snmp: { versions: readonly ('1' | '2c')[]; bulk: boolean; delayMs: number };
}

/** One machine of a fleet. */
export interface Machine extends Shape {
  name: string;
  serial: string;
  mac: readonly number[];
  address: readonly number[];
  location: string;
  /** Days since 1970 when it was set up, local. */
  setUpDay: number;
  pagesAtSetup: number;
}
