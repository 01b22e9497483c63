import type { Access, CommunityAccess } from './access.ts';
import { tags } from './ber.ts';
import { exchange, type Line } from './exchange.ts';
import { type Ask, type CommunityMessage, decodePdu, encodeRequest, type SnmpVersion } from './message.ts';
import { toRequestId } from './transport.ts';
import { Engine } from './usm/engine.ts';
import { decodeScoped, type UserMessage } from './usm/message.ts';
import { encodeDiscovery } from './usm/request.ts';

/** Who opened: the agent of a community with its answer, or an engine that may let users in. */
type Opening =
  | { kind: 'community'; access: CommunityAccess; version: SnmpVersion; response: CommunityMessage }
  | { kind: 'engine'; engine: Engine };

export interface Knocked {
  opening: Opening | undefined;
  roundTripMs: number | undefined;
  waitedMs: number;
  /** Other addresses that answered what this one was asked. */
  strayed: ReadonlySet<string>;
}

export interface KnockOptions extends Line {
  timeoutMs: number;
  retries: number;
}

interface Knock {
  id: number;
  packet: Uint8Array;
  toOpening: (message: CommunityMessage | UserMessage) => Opening | undefined;
}

/**
 * Asks a device that nothing is known of: the first way alone, from the second try on all of them at once. The first answer counts.
 * Users share one knock, since an engine tells who it is before it knows who asks.
 */
export async function knock(options: KnockOptions, ways: readonly Access[], ask: Ask): Promise<Knocked> {
  const { transport, endpoint, timeoutMs, retries } = options;
  const knocks = toKnocks(ways, ask);
  const strayed = new Set<string>();
  const exchanged = await exchange<Opening>(
    options,
    (attempt) => knocks.slice(0, attempt === 0 ? 1 : undefined).map(({ packet }) => packet),
    (heard) => {
      const endings = knocks.map(({ id, toOpening }) =>
        transport.expect(endpoint, id, {
          heard: (message) => {
            const opening = toOpening(message);
            if (opening !== undefined) heard(opening);
          },
          strayed: (address) => strayed.add(address),
        }),
      );
      return () => {
        for (const end of endings) end();
      };
    },
    {
      waitMs: timeoutMs,
      longestWaitMs: 1.5 * timeoutMs,
      tries: Math.max(knocks.length > 1 ? 2 : 1, retries + 1),
    },
  );
  return { opening: exchanged.answer, roundTripMs: exchanged.roundTripMs, waitedMs: exchanged.waitedMs, strayed };
}

function toKnocks(ways: readonly Access[], ask: Ask): Knock[] {
  const knocks: Knock[] = [];
  let hasUser = false;
  for (const way of ways) {
    if (way.kind === 'community') for (const version of way.versions) knocks.push(toCommunityKnock(way, version, ask));
    else if (!hasUser) {
      hasUser = true;
      const id = toRequestId();
      knocks.push({ id, packet: encodeDiscovery(id), toOpening: toEngine });
    }
  }
  return knocks;
}

function toCommunityKnock(access: CommunityAccess, version: SnmpVersion, ask: Ask): Knock {
  const id = toRequestId();
  return {
    id,
    packet: encodeRequest({ ...ask, version, community: access.community, id }),
    toOpening: (message) =>
      message.version === version ? { kind: 'community', access, version, response: message } : undefined,
  };
}

/** The engine that a report comes from; its clock is not proved yet. */
function toEngine(message: CommunityMessage | UserMessage): Opening | undefined {
  if (message.version !== '3' || message.isSecret || message.engineId.length === 0) return undefined;
  const pdu = decodeScoped(message.data)?.pdu;
  if (pdu?.tag !== tags.report || decodePdu(pdu) === undefined) return undefined;
  return { kind: 'engine', engine: new Engine(message.engineId, message.boots, message.time, performance.now()) };
}
