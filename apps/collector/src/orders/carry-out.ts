import type { CommandKind } from '@platen/contract/collector-commands';
import type { DeviceReport } from '@platen/contract/report';
import { readFolderState, toStateText } from '../health/folder-state.ts';
import type { KnownDevice } from '../known/state.ts';
import { toErrorText } from '../platform/errors.ts';
import { createSiteReader } from '../read/site-reader.ts';
import { recordDevice } from '../recording/record-device.ts';
import type { Settings } from '../settings/settings.ts';
import { toTargetName } from '../settings/targets.ts';
import type { DeviceMemory } from '../snmp/access.ts';
import { openTransport } from '../snmp/transport.ts';
import { findTargets, type SiteTarget } from './find-targets.ts';
import { toProbeText } from './probe-text.ts';

/** What an order may use of the running collector. */
export interface Workshop {
  readonly settings: Settings;
  readonly known: readonly KnownDevice[];
  readonly memory: DeviceMemory;
  readonly version: string;
  /** Names of the credentials that the portal set, in their order; empty: they are of this machine. */
  readonly credentialNames: readonly string[];
  /** Stores a report for delivery. */
  readonly store: (report: DeviceReport) => Promise<void>;
  readonly readLog: () => readonly string[];
  /** Returns whether the round begins again now; else it has done so a moment ago. */
  readonly restartRound: () => boolean;
}

interface Outcome {
  readonly state: 'done' | 'failed' | 'refused';
  readonly text: string;
}
const done = (text: string): Outcome => ({ state: 'done', text });
const walkMs = 5 * 60_000;

type Work = (targets: readonly SiteTarget[], workshop: Workshop) => Promise<Outcome>;

/** The closed list (CF-30). Nothing here starts a process, opens a file by name or asks a foreign address. */
const works: Readonly<Record<CommandKind, Work>> = {
  read: async (targets, workshop) => {
    const { settings, version, memory, store } = workshop;
    const transport = openTransport();
    try {
      const reader = createSiteReader(settings, version, transport, memory);
      const lines = await Promise.all(
        targets.map(async ({ target, site }) => {
          const outcome = await reader.read({ ...target, searched: false }, site);
          const name = toTargetName(target);
          if (outcome.kind === 'notPrinter') return `${name}: not a printer`;
          if (outcome.kind !== 'printer') return `${name}: ${outcome.kind}: ${outcome.reason}`;
          await store(outcome.report);
          return [`${name}: printer, its report is stored for delivery`, ...outcome.notes].join('; ');
        }),
      );
      return done(lines.join('\n'));
    } finally {
      transport.close();
    }
  },
  probe: async (targets, { settings, credentialNames }) => {
    const transport = openTransport();
    try {
      const options = { transport, timeoutMs: settings.timeoutMs, names: credentialNames };
      return done((await Promise.all(targets.map((one) => toProbeText(one, options)))).join('\n'));
    } finally {
      transport.close();
    }
  },
  walk: async ([first], { settings, version }) => {
    if (first === undefined) return { state: 'refused', text: 'no address' };
    const { target, site } = first;
    const ippPort = site.ipp !== undefined && (target.port === 161 || site.ipp.atEveryPort) ? site.ipp.port : undefined;
    const { timeoutMs, retries } = settings;
    const { lines, notes } = await recordDevice({
      target,
      access: site.access,
      ippPort,
      deadlineMs: walkMs,
      timeoutMs,
      retries,
      version,
    });
    return lines.length === 0 ? { state: 'failed', text: notes.join('\n') } : done(lines.join('\n'));
  },
  log: async (_, { readLog }) => done(readLog().join('\n')),
  status: async (_, { settings }) => {
    const state = await readFolderState(settings.data);
    return state === undefined ? { state: 'failed', text: 'no state yet' } : done(toStateText(state, new Date()));
  },
  restartRound: async (_, { restartRound }) =>
    restartRound()
      ? done('the round begins again')
      : { state: 'refused', text: 'a round was begun from afar less than a minute ago' },
};

const isKind = (kind: string): kind is CommandKind => Object.hasOwn(works, kind);

/** Does what was asked, as far as the list and the settings of this machine go. Never throws. */
export async function carryOut(
  { kind, addresses }: { readonly kind: string; readonly addresses: readonly string[] },
  allowed: readonly string[],
  workshop: Workshop,
): Promise<Outcome> {
  if (!isKind(kind)) return { state: 'refused', text: `this version knows no command '${kind.slice(0, 40)}'` };
  if (!allowed.includes(kind)) return { state: 'refused', text: `the file of this collector does not allow '${kind}'` };
  const targets = findTargets(addresses, workshop.settings, workshop.known);
  if ('reason' in targets) return { state: 'refused', text: targets.reason };
  try {
    return await works[kind](targets, workshop);
  } catch (error) {
    return { state: 'failed', text: toErrorText(error) };
  }
}
