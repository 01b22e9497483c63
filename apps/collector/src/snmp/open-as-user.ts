import type { UserAccess } from './access.ts';
import type { Patience } from './exchange.ts';
import type { KnockOptions } from './knock.ts';
import { type Ask, errorStatus, type Response } from './message.ts';
import { printerMib } from './objects.ts';
import { suffixUnder } from './oid.ts';
import type { Pace } from './pace.ts';
import type { Engine } from './usm/engine.ts';
import { isRefusal, UserSession } from './usm/session.ts';

export type OpenedAsUser =
  | { kind: 'open'; session: UserSession; response: Response }
  | { kind: 'refused'; reason: string };

type Tried =
  | { kind: 'open'; session: UserSession; response: Response }
  /** `mayBeContext`: another context may answer. */
  | { kind: 'refused'; reason: string; mayBeContext: boolean };

/** Where Toshiba's e-STUDIO devices keep the Printer-MIB in SNMPv3. */
const contextOfPrinters = 'MFP';

/**
 * Opens as one user. In the default context a device that holds nothing of the Printer-MIB there, or knows no such context,
 * is asked a second time in the context that some printers keep it in.
 */
export async function openAsUser(
  options: KnockOptions,
  pace: Pace,
  access: UserAccess,
  engine: Engine,
  ask: Ask,
  contextName = access.contextName,
): Promise<OpenedAsUser> {
  const { timeoutMs, retries } = options;
  const patience: Patience = { waitMs: timeoutMs, longestWaitMs: pace.longestWaitMs, tries: retries + 1 };
  const session = new UserSession(options, access, engine, pace, retries, contextName);
  const usual = await tryUser(session, ask, patience);
  const isSettled = contextName !== '' || isPrinter(usual) || (usual.kind !== 'open' && !usual.mayBeContext);
  if (isSettled) return usual;
  // Agents that know no such context are mostly silent about it: a device that has just answered need not be waited for long.
  const patienceMs = usual.kind === 'open' ? Math.max(1000, 30 * (pace.roundTripMs ?? 50)) : timeoutMs;
  const other = await tryUser(session.inContext(contextOfPrinters), ask, { ...patience, patienceMs });
  return isPrinter(other) || (usual.kind !== 'open' && other.kind === 'open') ? other : usual;
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
    const reason = [`${user}: the device gives its engine id, but answers nothing`, ...guesses].join('; ');
    return { kind: 'refused', reason, mayBeContext: true };
  }
  if (isRefusal(answer)) {
    const mayBeContext = answer.report === 'unknownContexts' || answer.report === 'unavailableContexts';
    return { kind: 'refused', reason: answer.reason, mayBeContext };
  }
  if (answer.errorStatus === errorStatus.authorizationError) {
    const reason = `${user}: the device knows the user, but does not let it read`;
    return { kind: 'refused', reason, mayBeContext: true };
  }
  return { kind: 'open', session, response: answer };
}

const isPrinter = (tried: Tried): boolean =>
  tried.kind === 'open' && tried.response.varbinds.some(({ oid }) => suffixUnder(printerMib, oid) !== undefined);
