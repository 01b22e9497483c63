import { toReportedMeters } from '@platen/contract/meter-names';
import type { DeviceReport } from '@platen/contract/report';

/** Evidence of a meter as stored; `raw` is left out where it is the value itself. */
type StoredEvidence = [protocol: string, source: string, name: string, rule: string, raw?: string];
type StoredMeter = [meter: string, value: number, evidence?: StoredEvidence];
type StoredMeters = [collector: string, address: string | null, meters: StoredMeter[]];

/** Where the value of a meter came from (LG-02). */
export interface MeterEvidence {
  readonly protocol: string;
  readonly source: string;
  readonly name: string | null;
  readonly raw: string;
  readonly rule: string;
}

export interface MeterOfReport {
  readonly meter: string;
  readonly value: number;
  readonly evidence: MeterEvidence | null;
}

/** What a report counted, and who asked which address. */
export interface MetersOfReport {
  readonly collector: string;
  readonly address: string | null;
  readonly meters: readonly MeterOfReport[];
}

/** JSON of `device_report.meters`; null where no counter was measured. */
export function encodeMeters(report: DeviceReport): string | null {
  const meters = toReportedMeters(report).map(({ meter, value, evidence }): StoredMeter => {
    if (evidence === undefined) return [meter, value];
    const { protocol, source, name = '', rule, raw } = evidence;
    const stored: StoredEvidence = [protocol, source, name, rule];
    if (raw !== String(value)) stored.push(raw);
    return [meter, value, stored];
  });
  if (meters.length === 0) return null;
  const { name, address = null } = report.source;
  return JSON.stringify([name, address, meters] satisfies StoredMeters);
}

/** The figures alone: a close reads hundreds of reports of each device. */
export function decodeValues(text: string): Map<string, number> {
  const [, , meters]: StoredMeters = JSON.parse(text);
  return new Map(meters.map(([meter, value]) => [meter, value]));
}

export function decodeMeters(text: string): MetersOfReport {
  const [collector, address, meters]: StoredMeters = JSON.parse(text);
  return {
    collector,
    address,
    meters: meters.map(([meter, value, evidence]) => ({
      meter,
      value,
      evidence:
        evidence === undefined
          ? null
          : {
              protocol: evidence[0],
              source: evidence[1],
              name: evidence[2] === '' ? null : evidence[2],
              rule: evidence[3],
              raw: evidence[4] ?? String(value),
            },
    })),
  };
}
