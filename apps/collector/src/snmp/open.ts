import type { Access, UserAccess } from './access.ts';
import { type KnockOptions, knock } from './knock.ts';
import type { DeviceMemory, Known } from './memory.ts';
import type { Ask, Response } from './message.ts';
import { type OpenedAsUser, openAsUser } from './open-as-user.ts';
import { createPace, type Pace } from './pace.ts';
import { createCommunitySession, type Session } from './session.ts';
import type { Engine } from './usm/engine.ts';

export interface OpenOptions extends KnockOptions {
  /** Tried in this order. */
  access: readonly Access[];
  memory?: DeviceMemory | undefined;
}

/** `silent`: nothing answered. `refused`: the device answered that it will not, or an SNMPv3 engine is there that takes none of the users. */
export type Opened =
  | { kind: 'open'; session: Session; response: Response }
  | { kind: 'silent' | 'refused'; reason: string };

/** Finds the way into a device; `ask` is the first question, whose answer belongs to the result. */
export async function openDevice(options: OpenOptions, ask: Ask): Promise<Opened> {
  const { endpoint, memory, access } = options;
  const pace = createPace(options.timeoutMs);
  const known = toKnown(memory?.get(endpoint), access);
  if (known !== undefined && 'engine' in known) {
    const opened = await openAndKeep(options, pace, known, ask);
    if (opened.kind === 'open') return opened;
    memory?.forget(endpoint);
  }
  const ways = known === undefined ? access : [known.access, ...access.filter((way) => !isSame(way, known.access))];
  const first = await openByKnock(options, pace, ways, ask);
  if (first.kind !== 'refused') return first;
  const communities = ways.filter(({ kind }) => kind === 'community');
  if (communities.length === 0) return first;
  const second = await openByKnock(options, pace, communities, ask);
  return second.kind === 'open' ? second : first;
}

async function openByKnock(options: OpenOptions, pace: Pace, ways: readonly Access[], ask: Ask): Promise<Opened> {
  const { opening, roundTripMs, waitedMs, strayed } = await knock(options, ways, ask);
  if (opening === undefined) return { kind: 'silent', reason: toSilence(ways, strayed) };
  pace.learn(roundTripMs, waitedMs);
  if (opening.kind === 'engine') return openByEngine(options, pace, ways, opening.engine, ask);
  const { access, version, response } = opening;
  // Not the version: when the first packet is lost v1 may answer first, and would then be asked for ever.
  options.memory?.set(options.endpoint, { access });
  const session = createCommunitySession(options, { version, community: access.community }, pace, options.retries);
  return { kind: 'open', session, response };
}

/** An engine is there: each user in turn, until it takes one. */
async function openByEngine(
  options: OpenOptions,
  pace: Pace,
  ways: readonly Access[],
  engine: Engine,
  ask: Ask,
): Promise<Opened> {
  const reasons: string[] = [];
  for (const way of ways) {
    if (way.kind !== 'user') continue;
    const opened = await openAndKeep(options, pace, { access: way, engine }, ask);
    if (opened.kind === 'open') return opened;
    reasons.push(opened.reason);
  }
  return { kind: 'refused', reason: reasons.join('; ') };
}

async function openAndKeep(
  options: OpenOptions,
  pace: Pace,
  way: { access: UserAccess; engine: Engine; contextName?: string },
  ask: Ask,
): Promise<OpenedAsUser> {
  const opened = await openAsUser(options, pace, way.access, way.engine, ask, way.contextName);
  if (opened.kind === 'open') {
    const { access, engine, contextName } = opened.session;
    options.memory?.set(options.endpoint, { access, engine, contextName });
  }
  return opened;
}

/** What is remembered counts only while the settings still hold it. */
const toKnown = (known: Known | undefined, access: readonly Access[]): Known | undefined =>
  known !== undefined && access.some((way) => isSame(way, known.access)) ? known : undefined;
const isSame = (a: Access, b: Access): boolean =>
  a === b || (a.kind === 'community' && b.kind === 'community' && a.community === b.community);

function toSilence(ways: readonly Access[], strayed: ReadonlySet<string>): string {
  const versions = new Set(ways.flatMap((way): readonly string[] => (way.kind === 'user' ? ['3'] : way.versions)));
  const others = strayed.size === 0 ? '' : `; ${[...strayed].slice(0, 3).join(', ')} answered in its place`;
  return `no answer over SNMP ${[...versions].join(' or ')}${others}`;
}
