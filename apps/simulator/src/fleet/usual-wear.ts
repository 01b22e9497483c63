import type { Physics } from './physics.ts';
import { toCode, type WearModel } from './wear-model.ts';

/** Size of the negative binomial: jams come in bunches. */
const jamSize = 0.7;
const codes = { drum: 0xc3_61, developer: 0xc3_71, secondTransfer: 0xc3_91, fuserBelt: 0xc4_47, pressRoller: 0xc4_48 };

/**
 * Volts at the second transfer below which its roller is due; the same for every machine, as a service manual
 * has it.
 */
export const transferLimit = 1700;

/** The laws of the first simulation, as the judgement assumes them: Weibull, one code a unit, one limit. */
export const toUsualWear = ({ transfer: { power } }: Physics): WearModel => ({
  life: (random, { shape, scale }) => random.weibull(shape, scale),
  charging: (share) => share ** 1.6,
  transfer: (share) => share ** power,
  warmUp: (share) => Math.max(0, (share - 0.8) / 0.2) ** 1.5,
  autoToner: (share) => Math.min(1.2, 9 * Math.max(0, share - 1)),
  transferLimit,
  failureCode: (unit, color) => toCode(codes[unit] + color),
  jams: (random, mean) => random.negativeBinomial(mean, jamSize),
  slowNoise: 0,
  drift: (random) => ({
    shape: random.is(0.5) ? 'step' : 'ramp',
    factor: random.between(3, 9),
    climb: random.whole(20, 60),
  }),
});
