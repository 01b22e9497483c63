import type { DeviceReport } from '@platen/contract/report';
import type { FailureKind } from '@platen/contract/collectors';
import type { KnownDevice } from './state.ts';

/** What a reading says of who the device is. */
export interface Seen {
  /** `192.0.2.7:161` */
  address: string;
  site: string;
  found: KnownDevice['found'];
  noted?: Readonly<Record<string, string>> | undefined;
  /** ISO, by the clock here. */
  at: string;
  serial?: string;
  model?: string;
  macs: readonly string[];
  upTimeTicks?: number;
  total?: { value: number; source: string };
}

/** What went wrong at a target. `named`: somebody wrote it down singly, so that its silence means something. */
export interface Failed {
  target: string;
  kind: FailureKind;
  reason: string;
  named: boolean;
}

/** One round as far as the devices are concerned. `whole`: nothing was left out, so what is missing was not there. */
export interface RoundSeen {
  seen: readonly Seen[];
  failed: readonly Failed[];
  at: string;
  whole: boolean;
}

/** Takes out of a report what tells the device from others. */
export function toSeen(report: DeviceReport, place: Pick<Seen, 'address' | 'site' | 'found' | 'noted'>): Seen {
  const { serial, model, macAddresses, sysUpTimeTicks } = report.identity;
  const total = report.counters?.total?.reading;
  const source = total?.evidence?.source;
  return {
    ...place,
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
