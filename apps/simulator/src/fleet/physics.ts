import { Random } from './random.ts';

/** A Weibull law of lives, in the unit of the part. */
export interface Law {
  readonly shape: number;
  readonly scale: number;
}

/**
 * How the machines of a family wear: hidden from the judgement, so drawn again for every seed and family
 * around what is usual. Voltages in volts, times in seconds, lives in the unit named.
 */
export interface Physics {
  /** Turns of a drum for one page, and more for each job. */
  readonly turnsPerPage: number;
  readonly turnsPerJob: number;
  readonly pagesPerMinute: number;
  readonly drumTurns: Law;
  readonly developerHours: Law;
  readonly fuserPages: Law;
  readonly pressRollerPages: Law;
  readonly transferHours: Law;
  readonly rollerSheets: Law;
  readonly transfer: { readonly start: number; readonly fall: number; readonly power: number; readonly offset: number };
  readonly charging: { readonly start: number; readonly rise: number; readonly offset: number };
  readonly warmUp: { readonly start: number; readonly rise: number; readonly offset: number };
  readonly autoToner: { readonly start: number; readonly offset: number };
  readonly imageSensor: { readonly start: number; readonly offset: number; readonly dirtPerDay: number };
  /** Sheets between jams, and between retries, of a roller that is not worn. */
  readonly sheetsPerJam: number;
  readonly sheetsPerRetry: number;
  /** Image control errors in 100,000 pages. */
  readonly controlErrors: { readonly CE20: number; readonly CE40: number };
  readonly pagesPerPolygonStart: number;
  /** Grams in a cartridge and grams for a page all black. */
  readonly blackToner: number;
  readonly colorToner: number;
}

const made = new Map<string, Physics>();

/** The same object for the same seed and family. */
export function toPhysics(seed: string, family: string): Physics {
  const key = `${seed}/${family}`;
  const found = made.get(key);
  if (found !== undefined) return found;
  const random = new Random(seed, 'physics', family);
  const about = (value: number, spread = 0.12) => value * random.factor(spread);
  const law = (scale: number, low: number, high: number): Law => ({
    shape: random.between(low, high),
    scale: about(scale, 0.18),
  });
  const physics: Physics = {
    turnsPerPage: about(3.4),
    turnsPerJob: about(6),
    pagesPerMinute: random.pick([25, 30, 35, 45, 50]),
    drumTurns: law(805_000, 4, 7),
    developerHours: law(260, 5, 8),
    fuserPages: law(245_000, 4.5, 8),
    pressRollerPages: law(275_000, 5, 8),
    transferHours: law(131, 6, 9),
    rollerSheets: law(165_000, 3.5, 6),
    transfer: { start: about(2750, 0.02), fall: about(900, 0.04), power: random.between(1.3, 1.9), offset: 55 },
    charging: { start: about(620, 0.03), rise: about(70, 0.1), offset: 6 },
    warmUp: { start: about(24, 0.15), rise: about(14, 0.1), offset: 1.2 },
    autoToner: { start: about(2.4, 0.03), offset: 0.06 },
    imageSensor: { start: about(700, 0.05), offset: 22, dirtPerDay: random.between(0.06, 0.16) },
    sheetsPerJam: about(5200, 0.25),
    sheetsPerRetry: about(900, 0.25),
    controlErrors: { CE20: about(5, 0.3), CE40: about(3, 0.3) },
    pagesPerPolygonStart: about(7, 0.15),
    blackToner: about(38_000 * 5.5, 0.1),
    colorToner: about(33_000 * 5.5, 0.1),
  };
  made.set(key, physics);
  return physics;
}
