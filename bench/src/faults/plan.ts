import { Random } from '@platen/simulator/fleet/random';

/** What is done to the system, by kind, with its description. */
export const kinds = {
  server: 'kill -9 of the server',
  postmaster: 'kill -9 of the postmaster',
  backend: 'kill -9 of one database session',
  both: 'kill -9 of server and postmaster',
  hung: 'kill -9 of the postmaster while one session hangs',
  stop: 'SIGTERM to the server',
  full: 'disk full',
  one: 'kill -9 of one of two servers',
} as const;
export type Kind = keyof typeof kinds;

/** One fault. Draws nothing later, so that the same seed gives the same faults. */
export interface Planned {
  kind: Kind;
  /** Wait after the system has taken deliveries again (ms). */
  afterMs: number;
  /** Chooses the victim where there are several: from 0 (inclusive) to 1 (exclusive). */
  pick: number;
  /** Where set, the server is killed once more this long after it was started again (ms). */
  againMs?: number;
  /** How long the disk stays full (ms). */
  heldMs: number;
}

/** `count` faults of these kinds, as many of each as possible, in an order drawn from the seed. */
export function planFaults(count: number, seed: number, of: readonly Kind[]): Planned[] {
  const random = new Random('faults', seed);
  const planned: Planned[] = [];
  while (planned.length < count) {
    const round = [...of];
    while (round.length > 0 && planned.length < count) {
      const kind = random.pick(round);
      round.splice(round.indexOf(kind), 1);
      const fault = { kind, afterMs: random.between(0, 300), pick: random.next(), heldMs: random.between(300, 2500) };
      const isKilledAgain = (kind === 'server' || kind === 'both') && random.is(0.25);
      planned.push(isKilledAgain ? { ...fault, againMs: random.between(0, 1200) } : fault);
    }
  }
  return planned;
}
