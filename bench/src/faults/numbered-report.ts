import type { DeviceReport } from '@platen/contract/report';

/**
 * Reports of one device: enough for more than a week of readings. Then the sender goes on with a new device.
 */
export const reportsPerDevice = 120;
/**
 * Between two reports of a device. Not a divisor of a day, so that days hold different numbers of reports.
 */
const stepMs = 97 * 60_000;

/**
 * One report of a sender: the device by its serial number, and which of the device's reports it is, from 0.
 */
export interface Numbered {
  serial: string;
  number: number;
}

/** When report `number` was observed; `start` is the first report of every device (ms). */
export const toTime = (number: number, start: number): Date => new Date(start + number * stepMs);
/** The inverse of `toTime`; a time that no report has gives a fraction. */
export const toNumber = (time: Date, start: number): number => (time.getTime() - start) / stepMs;
/** Total pages in report `number`. */
export const toPages = (number: number): number => 1000 + number * 3;
/**
 * Code of the error that report `number` is the first to contain; it occurred when the report was observed.
 */
export const toErrorCode = (number: number): string => `E${number.toString(16).toUpperCase().padStart(3, '0')}`;

/**
 * Report `number` of a device. Every stored value can be derived from serial and number, so that the final
 * state can be checked without a record of the bodies. Contains its own error and, as devices do, the error
 * of the report before.
 */
export function toNumberedReport({ serial, number }: Numbered, start: number): DeviceReport {
  const measured = <T>(value: T) => ({ state: 'measured' as const, value });
  return {
    version: '1.0',
    observedAt: toTime(number, start).toISOString(),
    source: { kind: 'collector', name: 'Fault bench', version: '0.1.0', address: '192.0.2.7' },
    site: { customerNumber: 'C-100', customerName: 'Harbour Library', dealerNumber: 'D-7' },
    identity: {
      serial: measured(serial),
      manufacturer: measured('Example'),
      model: measured('Example 4500'),
      enterprise: 99_999,
    },
    status: { hrDeviceStatus: 'running', hrPrinterStatus: 'idle', detectedErrorStateHex: '00', detectedErrors: [] },
    counters: {
      total: { unit: 'impressions', reading: measured(toPages(number)) },
      scanSmall: { unit: 'sides', reading: measured(number) },
    },
    supplies: [{ index: '1.1', tonerColor: 'black', percent: measured(100 - (number % 100)) }],
    firmware: { system: measured(`T${Math.floor(number / 40)}.0`) },
    errors: [number - 1, number]
      .filter((each) => each >= 0)
      .map((each) => ({
        code: toErrorCode(each),
        occurredAt: toTime(each, start).toISOString(),
        counter: toPages(each),
      })),
  };
}
