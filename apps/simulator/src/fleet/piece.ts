import type { Day } from './calendar.ts';
import type { DeviceSpec } from './device-spec.ts';
import type { Law } from './physics.ts';
import { Random } from './random.ts';

/** What is drawn of a piece when it is put in; wear in the unit of its part, Infinity: never. */
export interface Piece {
  readonly life: number;
  /** Wear at which it fails out of the blue, its counter is reset, and the plan has it replaced. */
  readonly suddenAt: number;
  readonly resetAt: number;
  readonly plannedAt: number;
  /** Wear from which it is replaced when somebody is there for something else. */
  readonly alongFrom: number;
  /** Its failure is logged; stops the machine; jams it. */
  readonly isLogged: boolean;
  readonly stops: boolean;
  readonly jams: boolean;
}

interface Kind {
  readonly code: string;
  readonly law?: Law;
  readonly nominal: number;
}

/** How many times shorter a piece of a bad lot lasts. */
const shorter = 1.5;
const never = Number.POSITIVE_INFINITY;

/** `random` is the stream of the part; `odds` draws what the world does, so the usual one stays as it is. */
export function drawPiece(spec: DeviceSpec, kind: Kind, installed: Day, random: Random, odds: Random): Piece {
  const { world } = spec;
  const { law, nominal } = kind;
  const usual = law === undefined ? never : spec.wear.life(random, law);
  const spread = odds.factor(world.lifeSpread);
  const isShort = odds.is(world.shortLot) || isOfBadLot(spec, kind.code, installed);
  const life = (usual * spread) / (isShort ? shorter : 1);
  const at = (share: number, from: number, to: number) => (odds.is(share) ? odds.between(from, to) : never);
  return {
    life,
    suddenAt: law === undefined ? never : life * at(world.sudden, 0.05, 1),
    resetAt: law === undefined ? never : life * at(world.resetAlone, 0.1, 0.9),
    plannedAt: drawPlanned(spec, kind, random),
    alongFrom: nominal * at(world.takenAlong, 0.75, 0.95),
    isLogged: odds.is(world.failuresLogged),
    stops: odds.is(world.failuresStop),
    jams: odds.is(world.failuresJam),
  };
}

/** Under a plan near the named life; else only what never fails is replaced, when it is long overdue. */
function drawPlanned({ customer, world }: DeviceSpec, { law, nominal }: Kind, random: Random): number {
  const share = random.between(0.86, 1);
  if (customer.preventive && !(world.runsToFailure && law !== undefined)) return nominal * share;
  return law === undefined ? nominal * share * 1.3 : never;
}

/** Lots are bad for a family and a kind of part, by the first three digits of its code. */
function isOfBadLot({ seed, family, world: { badLots } }: DeviceSpec, code: string, installed: Day): boolean {
  if (badLots === null) return false;
  const random = new Random(seed, 'bad lot', family.code, code.slice(0, 3));
  const from = random.whole(badLots.from, badLots.to);
  return random.is(badLots.share) && installed >= from && installed < from + badLots.days;
}
