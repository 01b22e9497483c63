import type { Access, DeviceMemory, Known, UserAccess } from './access.ts';
import { type Ask, errorStatus, type Response } from './message.ts';
import { printerMib, suffixUnder } from './objects.ts';
import { probeAccess, type SnmpProbeOptions } from './probe.ts';
import { createCommunitySession, createPace, type Pace, type Patience, type Session } from './session.ts';
import type { Engine } from './usm/engine.ts';
import { isRefusal, UserSession } from './usm/session.ts';

export interface OpenOptions extends SnmpProbeOptions {
  /** Tried in this order. */
  access: readonly Access[];
  memory?: DeviceMemory | undefined;
}

/** `silent`: no answer. `refused`: the device refused, or an SNMPv3 engine accepts none of the users. */
export type Opened =
  | { kind: 'open'; session: Session; response: Response }
  | { kind: 'silent' | 'refused'; reason: string };

/** Finds a working access to a device; `ask` is the first request, whose answer is part of the result. */
export async function openDevice(options: OpenOptions, ask: Ask): Promise<Opened> {
  const { endpoint, memory, access } = options;
  const pace = createPace(options.timeoutMs);
  const known = toKnown(memory?.get(endpoint), access);
  if (known !== undefined && 'engine' in known) {
    const opened = await openAndRemember(options, pace, known, ask);
    if (opened.kind === 'open') return opened;
    memory?.forget(endpoint);
  }
  const ways = known === undefined ? access : [known.access, ...access.filter((way) => !isSame(way, known.access))];
  const first = await openByProbe(options, pace, ways, ask);
  if (first.kind !== 'refused') return first;
  const communities = ways.filter(({ kind }) => kind === 'community');
  if (communities.length === 0) return first;
  const second = await openByProbe(options, pace, communities, ask);
  return second.kind === 'open' ? second : first;
}

async function openByProbe(options: OpenOptions, pace: Pace, ways: readonly Access[], ask: Ask): Promise<Opened> {
  const { opening, roundTripMs, waitedMs, strayed } = await probeAccess(options, ways, ask);
  if (opening === undefined) return { kind: 'silent', reason: toSilence(ways, strayed) };
  pace.learn(roundTripMs, waitedMs);
  if (opening.kind === 'engine') return openByEngine(options, pace, ways, opening.engine, ask);
  const { access, version, response } = opening;
  // Not the version: if the first packet is lost v1 may answer first, and would then be used forever.
  options.memory?.set(options.endpoint, { access });
  const session = createCommunitySession(options, { version, community: access.community }, pace, options.retries);
  return { kind: 'open', session, response };
}

/** An SNMPv3 engine: each user in turn, until it accepts one. */
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
    const opened = await openAndRemember(options, pace, { access: way, engine }, ask);
    if (opened.kind === 'open') return opened;
    reasons.push(opened.reason);
  }
  return { kind: 'refused', reason: reasons.join('; ') };
}

async function openAndRemember(
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

/** The remembered access counts only while the settings still contain it. */
const toKnown = (known: Known | undefined, access: readonly Access[]): Known | undefined =>
  known !== undefined && access.some((way) => isSame(way, known.access)) ? known : undefined;
const isSame = (a: Access, b: Access): boolean =>
  a === b || (a.kind === 'community' && b.kind === 'community' && a.community === b.community);

function toSilence(ways: readonly Access[], strayed: ReadonlySet<string>): string {
  const versions = new Set(ways.flatMap((way): readonly string[] => (way.kind === 'user' ? ['3'] : way.versions)));
  const others = strayed.size === 0 ? '' : `; ${[...strayed].slice(0, 3).join(', ')} answered in its place`;
  return `no answer over SNMP ${[...versions].join(' or ')}${others}`;
}

type OpenedAsUser = { kind: 'open'; session: UserSession; response: Response } | { kind: 'refused'; reason: string };

type Tried =
  | { kind: 'open'; session: UserSession; response: Response }
  /** `mayBeContext`: another context may answer. */
  | { kind: 'refused'; reason: string; mayBeContext: boolean };

/** The context of the Printer-MIB in SNMPv3 on Toshiba's e-STUDIO devices. */
const contextOfPrinters = 'MFP';

/**
 * Opens as one user. If the default context has nothing of the Printer-MIB or is unknown, a second context is
 * tried, in which some printers have it.
 */
async function openAsUser(
  options: SnmpProbeOptions,
  pace: Pace,
  access: UserAccess,
  engine: Engine,
  ask: Ask,
  contextName = access.contextName,
): Promise<OpenedAsUser> {
  const { timeoutMs, retries } = options;
  const patience: Patience = { waitMs: timeoutMs, longestWaitMs: pace.longestWaitMs, tries: retries + 1 };
  const session = new UserSession(options, access, engine, pace, retries, contextName);
  const first = await tryUser(session, ask, patience);
  const isSettled = contextName !== '' || isPrinter(first) || (first.kind !== 'open' && !first.mayBeContext);
  if (isSettled) return first;
  // Agents without that context mostly do not answer: a device that has just answered needs only a short
  // wait.
  const patienceMs = first.kind === 'open' ? Math.max(1000, 30 * (pace.roundTripMs ?? 50)) : timeoutMs;
  const other = await tryUser(session.inContext(contextOfPrinters), ask, { ...patience, patienceMs });
  return isPrinter(other) || (first.kind !== 'open' && other.kind === 'open') ? other : first;
}

async function tryUser(session: UserSession, ask: Ask, patience: Patience): Promise<Tried> {
  const { access, contextName } = session;
  const answer = await session.askForReason(ask, patience);
  const user = `SNMPv3 user '${access.userName}'`;
  if (answer === 'silent') {
    const guesses = [
      ...(access.priv === undefined ? [] : ['privacy password or protocol may be wrong']),
      ...(contextName === '' ? [] : [`there may be no context '${contextName}'`]),
    ];
    const reason = [`${user}: the device reports its engine id, but does not answer`, ...guesses].join('; ');
    return { kind: 'refused', reason, mayBeContext: true };
  }
  if (isRefusal(answer)) {
    const mayBeContext = answer.report === 'unknownContexts' || answer.report === 'unavailableContexts';
    return { kind: 'refused', reason: answer.reason, mayBeContext };
  }
  if (answer.errorStatus === errorStatus.authorizationError) {
    const reason = `${user}: the device knows the user, but does not allow it to read`;
    return { kind: 'refused', reason, mayBeContext: true };
  }
  return { kind: 'open', session, response: answer };
}

const isPrinter = (tried: Tried): boolean =>
  tried.kind === 'open' && tried.response.varbinds.some(({ oid }) => suffixUnder(printerMib, oid) !== undefined);
