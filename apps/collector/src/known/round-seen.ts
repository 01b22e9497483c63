import type { FailureKind } from '@platen/contract/collectors';
import type { DeviceReport } from '@platen/contract/report';
import type { Visit } from '../discover/visit.ts';
import { isAmong, toTargetName } from '../settings/targets.ts';
import type { KnownDevice } from './state.ts';

/** The identity of a device in a reading. */
export interface Seen {
  /** `192.0.2.7:161` */
  address: string;
  site: string;
  found: KnownDevice['found'];
  noted?: Readonly<Record<string, string>> | undefined;
  /** ISO, by the local clock. */
  at: string;
  serial?: string;
  model?: string;
  macs: readonly string[];
  upTimeTicks?: number;
  total?: { value: number; source: string };
}

/** A failure of a target. `named`: a user listed it singly, so that its silence is relevant. */
export interface Failed {
  target: string;
  kind: FailureKind;
  reason: string;
  named: boolean;
}

/**
 * One round as far as the devices are concerned. `whole`: nothing was left out, so a missing device did not
 * answer.
 */
export interface RoundSeen {
  seen: readonly Seen[];
  failed: readonly Failed[];
  at: string;
  whole: boolean;
}

/** Extracts from a report what distinguishes the device from others. */
function toSeen(report: DeviceReport, details: Pick<Seen, 'address' | 'site' | 'found' | 'noted'>): Seen {
  const { serial, model, macAddresses, sysUpTimeTicks } = report.identity;
  const total = report.counters?.total?.reading;
  const source = total?.evidence?.source;
  return {
    ...details,
    at: report.observedAt,
    macs: macAddresses ?? [],
    ...(serial?.state === 'measured' && serial.value !== '' ? { serial: serial.value.slice(0, 256) } : {}),
    ...(model?.state === 'measured' && model.value !== '' ? { model: model.value.slice(0, 256) } : {}),
    ...(sysUpTimeTicks?.state === 'measured' ? { upTimeTicks: sysUpTimeTicks.value } : {}),
    ...(total?.state === 'measured' && source !== undefined
      ? { total: { value: total.value, source: source.slice(0, 256) } }
      : {}),
  };
}

/** Collects the results of one round for the known devices. */
export class RoundLog {
  readonly #seen: Seen[] = [];
  readonly #failed: Failed[] = [];

  add({ target, site, outcome, storeError }: Visit): void {
    const address = toTargetName(target);
    const named = !target.searched && isAmong(site.spans, target);
    if (outcome.kind === 'notPrinter') return;
    if (outcome.kind !== 'printer') {
      this.#failed.push({ target: address, kind: outcome.kind, reason: outcome.reason, named });
      return;
    }
    const found = isAmong(site.spans, target) ? 'listed' : 'announced';
    this.#seen.push(toSeen(outcome.report, { address, site: site.name, found, noted: target.announced?.noted }));
    const reason = storeError ?? outcome.notes?.join('; ') ?? '';
    if (reason !== '')
      this.#failed.push({ target: address, kind: storeError === undefined ? 'incomplete' : 'notKept', reason, named });
  }

  /** `whole`: the round was not interrupted. */
  toRound(at: Date, whole: boolean): RoundSeen {
    return { seen: this.#seen, failed: this.#failed, at: at.toISOString(), whole };
  }
}
