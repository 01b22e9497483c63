import { type DeviceReport, reportVersion } from '@platen/contract/report';
import { detectedErrorNames } from '@platen/contract/report-sections';
import { toDate } from './calendar.ts';
import { type Draft, measured, type Part } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import type { Changes } from './installation.ts';

interface Content extends Required<Pick<DeviceReport, 'observedAt' | 'counters' | 'site'>> {
  readonly draft: Draft;
  readonly errors: NonNullable<DeviceReport['errors']>;
  readonly address: string;
  readonly changes: Changes | undefined;
  /** Seconds by which the device's clock is ahead: all times it reports are by that clock. */
  readonly clockOffset: number;
}

/** A device report as the contract has it, out of what the parts of a device say. */
export function toReport(spec: DeviceSpec, content: Content): DeviceReport {
  const { observedAt, counters, site, draft, errors, address, changes, clockOffset } = content;
  const { ownClockBehind } = spec.world;
  const behind = spec.index % 7 === 3 ? ownClockBehind * 86_400_000 : 0;
  const byOwnClock = (time: string) => byClock(new Date(Date.parse(time) - behind).toISOString());
  const byClock = (time: string) =>
    clockOffset === 0 ? time : new Date(Date.parse(time) + clockOffset * 1000).toISOString();
  return {
    version: `${reportVersion.major}.${reportVersion.minor}`,
    observedAt: byClock(observedAt),
    source: { kind: 'simulator', name: 'Simulated fleet', version: '0.1.0', address },
    site,
    identity: {
      serial: measured(spec.serial),
      macAddresses: [spec.mac],
      manufacturer: measured('Platen'),
      model: measured(spec.model),
      series: spec.family.code,
      unpackingDate: toDate(spec.setUp),
    },
    status: toStatus(draft),
    counters,
    supplies: draft.supplies,
    ...(draft.parts.length > 0
      ? { parts: draft.parts.map((part) => toReported(part, behind === 0 ? byClock : byOwnClock)) }
      : {}),
    ...changes,
    ...(errors.length > 0
      ? {
          errors: errors.map((error) => ({
            ...error,
            occurredAt: behind === 0 ? byClock(error.occurredAt) : byOwnClock(error.occurredAt),
          })),
        }
      : {}),
    ...(draft.sensors.length > 0 ? { sensors: draft.sensors } : {}),
    ...(draft.storage.length > 0 ? { storage: draft.storage } : {}),
  };
}

const toReported = (part: Part, byClock: (time: string) => string): Part =>
  part.replacedAt === undefined ? part : { ...part, replacedAt: byClock(part.replacedAt) };

function toStatus({ states, panel }: Draft): NonNullable<DeviceReport['status']> {
  const detectedErrors = detectedErrorNames.filter((name) => states.has(name));
  const bits = detectedErrors.reduce((sum, name) => sum | (0x8000 >> detectedErrorNames.indexOf(name)), 0);
  const deviceCode = panel.at(-1);
  const down = states.has('serviceRequested');
  return {
    hrDeviceStatus: down ? 'down' : detectedErrors.length > 0 ? 'warning' : 'running',
    hrPrinterStatus: down ? 'other' : 'idle',
    detectedErrorStateHex: bits.toString(16).padStart(4, '0'),
    detectedErrors,
    ...(deviceCode === undefined ? {} : { deviceCode }),
  };
}
