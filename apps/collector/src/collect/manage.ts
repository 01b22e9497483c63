import { join } from 'node:path';
import { commandLimits } from '@platen/contract/collector-commands';
import type { StatusAnswer } from '@platen/contract/collectors';
import type { RemoteLevel } from '@platen/contract/enrolment';
import type { WantedDocument } from '@platen/contract/remote-settings';
import type { DeviceReport } from '@platen/contract/report';
import { type Destination, toFailureReason } from '../delivery/post.ts';
import type { KnownDevices } from '../known/known-devices.ts';
import { createRedaction, Orders } from '../orders/orders.ts';
import { sendOrderResult } from '../orders/send-result.ts';
import { type Log, TailLog, withLevel } from '../platform/log.ts';
import { toKnownSecrets } from '../recording/record-device.ts';
import type { Composed } from '../remote/compose.ts';
import { orderLogFileName } from '../remote/order-log.ts';
import { Remote } from '../remote/remote.ts';
import { fetchWanted, sendEffectiveSettings } from '../remote/remote-calls.ts';
import { remoteFileName } from '../remote/remote-file.ts';
import type { Settings } from '../settings/settings.ts';
import type { DeviceMemory } from '../snmp/access.ts';

/** What this machine lets the portal do. */
export interface Management {
  readonly level: RemoteLevel;
  /** Kinds of commands that are carried out. */
  readonly commands: readonly string[];
  readonly compose: (wanted: WantedDocument | undefined) => Composed;
}

interface ManageOptions {
  readonly settings: Settings;
  readonly management: Management | undefined;
  readonly destination: Destination;
  readonly version: string;
  readonly log: Log;
  readonly known: KnownDevices;
  readonly memory: DeviceMemory;
  readonly store: (report: DeviceReport) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface Managed {
  readonly remote: Remote;
  readonly orders: Orders;
  /** Writes at the level in force, and holds its last lines for the portal. */
  readonly log: Log;
  /** Aborted when the round that runs has to end, because another one begins. */
  readonly restart: () => AbortSignal;
  /** Reads an answer to a status; returns whether the next status is wanted at once. Never throws. */
  readonly onAnswer: (answer: StatusAnswer) => Promise<boolean>;
}

/** Nothing is managed: the settings are those of this machine. */
const unmanaged = (settings: Settings): Management => ({
  level: 'off',
  commands: [],
  compose: () => ({
    settings,
    effective: { entries: [], server: settings.server.origin, allows: { addresses: 0, anywhere: false } },
  }),
});

/**
 * What the portal has to do with a running collector: settings (CF-10 to CF-15) and commands (CF-30,
 * CF-31).
 */
export async function openManaged(options: ManageOptions): Promise<Managed> {
  const { settings, destination, version, known, memory, store, signal } = options;
  const { level, commands, compose } = options.management ?? unmanaged(settings);
  let restarting = new AbortController();
  let inForce: Remote | undefined;
  const log = new TailLog(
    withLevel(options.log, () => (inForce?.settings ?? settings).logLevel),
    commandLimits.logLines,
  );
  const remote = await Remote.open({
    level,
    commands,
    compose,
    path: join(settings.data, remoteFileName),
    log,
    fetchWanted: () => fetchWanted(destination, signal),
    sendEffective: (composed) => sendEffectiveSettings(destination, composed, signal),
  });
  inForce = remote;
  const orders = new Orders({
    allowed: commands,
    path: join(settings.data, orderLogFileName),
    log,
    send: (result) => sendOrderResult(destination, result, signal),
    redact: (text) => createRedaction(listSecrets(remote.settings, destination))(text),
    openWorkshop: () => ({
      settings: remote.settings,
      known: known.state.devices,
      memory,
      version,
      credentialNames: remote.credentialNames,
      store,
      readLog: () => log.lines,
      restartRound: () => {
        if (!remote.wakeEarly()) return false;
        restarting.abort();
        restarting = new AbortController();
        return true;
      },
    }),
  });
  const onAnswer = async (answer: StatusAnswer): Promise<boolean> => {
    if (level === 'off') return false;
    orders.take(answer.commands ?? []);
    try {
      return await remote.take(answer);
    } catch (error) {
      if (!signal.aborted) log.warn(`settings of the portal: ${toFailureReason(error)}`);
      return false;
    }
  };
  return { remote, orders, log, restart: () => restarting.signal, onAnswer };
}

/** Keys and passwords of this machine, which no result may hold. */
const listSecrets = ({ sites }: Settings, { key, line }: Destination): string[] => [
  key,
  ...(line.proxy === undefined ? [] : [decodeURIComponent(line.proxy.password)]),
  ...sites.flatMap(({ access }) => toKnownSecrets(access)),
];
