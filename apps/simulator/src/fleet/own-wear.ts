import { Random } from './random.ts';
import { toCode, type WearModel } from './wear-model.ts';

const curves = {
  linear: (share: number) => share,
  late: (share: number) => Math.expm1(3 * share) / Math.expm1(3),
  saturating: (share: number) => Math.expm1(-2.2 * share) / Math.expm1(-2.2),
} as const;

/** Service codes of the process and of the fuser (catalogue, C series): where a family has its own. */
const codes = {
  drum: { first: 0xc3_a0, last: 0xc3_af },
  developer: { first: 0xc3_b0, last: 0xc3_bf },
  secondTransfer: { first: 0xc3_c0, last: 0xc3_cf },
  fuserBelt: { first: 0xc4_50, last: 0xc4_5f },
  pressRoller: { first: 0xc4_60, last: 0xc4_6f },
} as const;
/** Jams of one cause, in the mean: the paper is torn, or the tray was filled badly. */
const jamsAtOnce = 1.8;

/**
 * Laws of a family that share nothing with what the judgement assumes. Lives: none ends before 55 % of the
 * scale, then a gamma tail to the right. Sensors move by one of three curves; their noise has a season. The
 * limit of the second transfer and the failure codes differ by family. Jams come in clusters, and those of a
 * worn roller grow by the day.
 */
export function toOwnWear(seed: string, family: string): WearModel {
  const random = new Random(seed, 'own wear', family);
  const tail = random.between(1.6, 4.5);
  const drawCurve = () => random.pick([curves.linear, curves.late, curves.saturating]);
  const [charging, transfer] = [drawCurve(), drawCurve()];
  const warmsFrom = random.between(0.3, 0.75);
  const [driftsFrom, driftsBy] = [random.between(0.93, 1.08), random.between(2.5, 7)];
  return {
    life: (own, { scale }) => scale * (0.55 + (0.42 * own.gamma(tail)) / tail),
    charging,
    transfer,
    warmUp: (share) => Math.max(0, share - warmsFrom) / (1 - warmsFrom),
    autoToner: (share) => Math.min(1, driftsBy * Math.max(0, share - driftsFrom)),
    // Not within 60 volts of what a service manual has for all.
    transferLimit: Math.round(random.is(0.5) ? random.between(1450, 1640) : random.between(1760, 1950)),
    failureCode: (unit, color) => {
      const { first, last } = codes[unit];
      return toCode(new Random(seed, 'failure code', family, unit).whole(first, last - 3) + color);
    },
    jams: (own, mean) => {
      let jams = 0;
      for (let causes = own.poisson(mean / jamsAtOnce); causes > 0; causes--) {
        jams++;
        while (jams < 60 && own.is(1 - 1 / jamsAtOnce)) jams++;
      }
      return jams;
    },
    slowNoise: 1.2,
    drift: (own) => ({ shape: 'growth', factor: own.between(2.5, 9), climb: own.whole(15, 80) }),
  };
}
