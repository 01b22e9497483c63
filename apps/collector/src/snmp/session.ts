import { type Exchanged, exchange, type Line, type Patience } from './exchange.ts';
import { type Ask, type CommunityMessage, encodeRequest, type Response, type SnmpVersion } from './message.ts';
import type { Pace } from './pace.ts';
import { toRequestId } from './transport.ts';

/** One device's dialogue: repeats what got no answer, learns how fast the device is, notices when it has gone. */
export interface Session {
  readonly version: SnmpVersion | '3';
  readonly roundTripMs: number | undefined;
  /** `silent`: no answer in time. `patienceMs` shortens the wait. */
  ask(ask: Ask, patienceMs?: number): Promise<Response | 'silent'>;
}

/** Further tries beyond the usual ones: repeats that follow the round trip come fast and cost little. */
const fastRepeats = 4;

export function createCommunitySession(
  line: Line,
  { version, community }: { version: SnmpVersion; community: string },
  pace: Pace,
  retries: number,
): Session {
  return {
    version,
    get roundTripMs() {
      return pace.roundTripMs;
    },
    async ask(ask, patienceMs) {
      const patience = toPatience(pace, retries, patienceMs);
      const { answer, roundTripMs, waitedMs } = await askByCommunity(line, { version, community }, ask, patience);
      if (answer === undefined) return 'silent';
      pace.learn(roundTripMs, waitedMs);
      return answer;
    },
  };
}

/** What a device that has answered before gets: about three times the usual time limit, in tries ever further apart. */
export const toPatience = (pace: Pace, retries: number, patienceMs: number | undefined): Patience => ({
  waitMs: pace.waitMs,
  longestWaitMs: pace.longestWaitMs,
  tries: retries + fastRepeats,
  ...(patienceMs === undefined ? {} : { patienceMs }),
});

async function askByCommunity(
  line: Line,
  as: { version: SnmpVersion; community: string },
  ask: Ask,
  patience: Patience,
): Promise<Exchanged<CommunityMessage>> {
  const id = toRequestId();
  const packet = [encodeRequest({ ...ask, ...as, id })];
  return exchange<CommunityMessage>(
    line,
    () => packet,
    (heard) =>
      line.transport.expect(line.endpoint, id, {
        heard: (message) => {
          if (message.version === as.version) heard(message);
        },
      }),
    patience,
  );
}
