import type { DeviceReport } from '@platen/contract/report';

/** A report of an invented printer, as a collector sends it. */
export function toReport(serial: string, observedAt: Date | string, more: Partial<DeviceReport> = {}): DeviceReport {
  const measured = <T>(value: T) => ({ state: 'measured' as const, value });
  return {
    version: '1.0',
    observedAt: typeof observedAt === 'string' ? observedAt : observedAt.toISOString(),
    source: { kind: 'collector', name: 'North site', version: '0.1.0', address: '192.0.2.7' },
    site: { customerNumber: 'C-100', customerName: 'Harbour Library', dealerNumber: 'D-7' },
    identity: {
      serial: measured(serial),
      manufacturer: measured('Example'),
      model: measured('Example 4500'),
      enterprise: 99_999,
    },
    status: {
      hrDeviceStatus: 'running',
      hrPrinterStatus: 'idle',
      detectedErrorStateHex: '00',
      detectedErrors: [],
      alerts: [],
    },
    counters: { total: { unit: 'impressions', reading: measured(1000) } },
    ...more,
  };
}

/** A number of hours before now. */
export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

/** Reports, or what stands in their place, as the entries of a delivery. */
export const toItems = (reports: readonly unknown[]): { index: number; line: Buffer }[] =>
  reports.map((report, index) => ({ index, line: Buffer.from(JSON.stringify(report)) }));
