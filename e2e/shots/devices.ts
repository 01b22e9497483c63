import type { DeviceListItem } from '@platen/contract/devices';
import { toDevice } from '../../apps/portal/test/device-list/devices.ts';

const customers = ['Nordhavn Logistics', 'Kastanien-Apotheke', '青空印刷株式会社', 'St. Brendan’s Hospital', null];
const places = ['Reception', '2F east, behind the lifts', '営業部 3階', null, 'Dispatch'];
const models = ['MFP 4525C', 'MFP 3018A', 'MFP 6529C', 'MFP 4508LP'];

const reasons: readonly Pick<DeviceListItem, 'status' | 'deviceCode' | 'statusReason'>[] = [
  { status: 'error', deviceCode: 'E010', statusReason: { source: 'deviceCode', code: 'E010', severity: 'error' } },
  { status: 'error', deviceCode: null, statusReason: { source: 'detectedError', code: 'jammed', severity: 'error' } },
  { status: 'warning', deviceCode: null, statusReason: { source: 'supply', code: 'black', severity: 'warning' } },
  { status: 'warning', deviceCode: null, statusReason: { source: 'sign', code: '10101101', severity: 'warning' } },
  { status: 'unknown', deviceCode: null, statusReason: { source: 'notReported', code: '', severity: 'info' } },
  { status: 'offline', deviceCode: null, statusReason: { source: 'noReport', code: '560', severity: 'info' } },
  { status: 'normal', deviceCode: null, statusReason: null },
  { status: 'normal', deviceCode: null, statusReason: null },
];

const cycle = <T>(values: readonly T[], n: number): T | undefined => values[n % values.length];

/** 64 devices of all kinds, in the order of their serial numbers. */
export const devices = (): DeviceListItem[] =>
  Array.from({ length: 64 }, (_, n) =>
    toDevice(248_000 + n * 13, {
      model: cycle(models, n) ?? null,
      customerName: cycle(customers, n) ?? null,
      description: cycle(places, n * 3) ?? null,
      ...cycle(reasons, n * 5),
    }),
  );
