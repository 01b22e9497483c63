import type { Law } from './physics.ts';
import type { Random } from './random.ts';

/** Units whose failure has a code of its own. */
export type FailingUnit = 'drum' | 'developer' | 'secondTransfer' | 'fuserBelt' | 'pressRoller';

/** Share of the whole move of a sensor that a part shows at a share of its life; 0 when new. */
type Curve = (share: number) => number;

/** The laws by which the machines of a family wear, fail and jam. */
export interface WearModel {
  /** Draws a hidden life in the unit of the law. */
  readonly life: (random: Random, law: Law) => number;
  readonly charging: Curve;
  readonly transfer: Curve;
  readonly warmUp: Curve;
  /** Volts that the auto-toner sensor drifts up. */
  readonly autoToner: Curve;
  /** Volts at the second transfer at which the life of its roller is over. */
  readonly transferLimit: number;
  /** The service code that a failed unit logs; `color`: 0 to 3, 0 for units without colours. */
  readonly failureCode: (unit: FailingUnit, color: number) => string;
  /** Draws the jams of a day of one source, at `mean` jams for its sheets. */
  readonly jams: (random: Random, mean: number) => number;
  /** How many times as much a sensor scatters slowly (with the season and over weeks) as from day to day. */
  readonly slowNoise: number;
  /** Draws how the jams of a worn roller climb. */
  readonly drift: (random: Random) => Drift;
}

/** Jams of a worn roller: `factor` times the usual in the end, after `climb` days. */
export interface Drift {
  readonly shape: 'step' | 'ramp' | 'growth';
  readonly factor: number;
  readonly climb: number;
}

/** How many times as many jams as of a sound roller, `days` days after its life was over. */
export function toFactor({ shape, factor, climb }: Drift, days: number): number {
  if (shape === 'step') return factor;
  const share = Math.min(1, (days + 1) / climb);
  return shape === 'ramp' ? 1 + (factor - 1) * share : factor ** share;
}

/** A service code by its number. */
export const toCode = (number: number): string => number.toString(16).toUpperCase();
