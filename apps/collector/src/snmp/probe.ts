import type { Access, CommunityAccess } from './access.ts';
import { tags } from './ber.ts';
import { type Ask, type CommunityMessage, decodePdu, encodeRequest, type SnmpVersion } from './message.ts';
import { exchange, type Line } from './session.ts';
import { toRequestId } from './transport.ts';
import { Engine } from './usm/engine.ts';
import { decodeScoped, type UserMessage } from './usm/message.ts';
import { encodeDiscovery } from './usm/request.ts';

/** The answer to a probe: the agent of a community with its response, or an engine that may accept users. */
type Opening =
  | { kind: 'community'; access: CommunityAccess; version: SnmpVersion; response: CommunityMessage }
  | { kind: 'engine'; engine: Engine };

export interface Probed {
  opening: Opening | undefined;
  roundTripMs: number | undefined;
  waitedMs: number;
  /** Other addresses that answered the request to this one. */
  strayed: ReadonlySet<string>;
}

export interface SnmpProbeOptions extends Line {
  timeoutMs: number;
  retries: number;
}

interface Probe {
  id: number;
  packet: Uint8Array;
  toOpening: (message: CommunityMessage | UserMessage) => Opening | undefined;
}

/**
 * Probes an unknown device: the first credential only, then all of them in parallel. The first answer counts.
 * Users share one probe, since an engine reports its id before it knows the user.
 */
export async function probeAccess(options: SnmpProbeOptions, ways: readonly Access[], ask: Ask): Promise<Probed> {
  const { transport, endpoint, timeoutMs, retries } = options;
  const probes = toProbes(ways, ask);
  const strayed = new Set<string>();
  const exchanged = await exchange<Opening>(
    options,
    (attempt) => probes.slice(0, attempt === 0 ? 1 : undefined).map(({ packet }) => packet),
    (heard) => {
      const endings = probes.map(({ id, toOpening }) =>
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
      tries: Math.max(probes.length > 1 ? 2 : 1, retries + 1),
    },
  );
  return { opening: exchanged.answer, roundTripMs: exchanged.roundTripMs, waitedMs: exchanged.waitedMs, strayed };
}

function toProbes(ways: readonly Access[], ask: Ask): Probe[] {
  const probes: Probe[] = [];
  let hasUser = false;
  for (const way of ways) {
    if (way.kind === 'community') for (const version of way.versions) probes.push(toCommunityProbe(way, version, ask));
    else if (!hasUser) {
      hasUser = true;
      const id = toRequestId();
      probes.push({ id, packet: encodeDiscovery(id), toOpening: toEngine });
    }
  }
  return probes;
}

function toCommunityProbe(access: CommunityAccess, version: SnmpVersion, ask: Ask): Probe {
  const id = toRequestId();
  return {
    id,
    packet: encodeRequest({ ...ask, version, community: access.community, id }),
    toOpening: (message) =>
      message.version === version ? { kind: 'community', access, version, response: message } : undefined,
  };
}

/** The engine that sent a report; its clock is not verified yet. */
function toEngine(message: CommunityMessage | UserMessage): Opening | undefined {
  if (message.version !== '3' || message.isSecret || message.engineId.length === 0) return undefined;
  const pdu = decodeScoped(message.data)?.pdu;
  if (pdu?.tag !== tags.report || decodePdu(pdu) === undefined) return undefined;
  return { kind: 'engine', engine: new Engine(message.engineId, message.boots, message.time, performance.now()) };
}
