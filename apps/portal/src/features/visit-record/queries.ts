import type { DeviceRecord, RecordAnswer } from '@platen/contract/visit-records';
import type { Visit, VisitDevice } from '@platen/contract/visits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';
import { toBody } from './record-model.ts';

const visitSchemas = lazySchemas(() => import('@platen/contract/visits'));
const recordSchemas = lazySchemas(() => import('@platen/contract/visit-records'));

export const visitQuery = (visitId: string) =>
  queryOptions({
    queryKey: ['visits', 'one', visitId] as const,
    queryFn: async ({ signal }) =>
      (await call((await visitSchemas()).readVisit, { params: { id: visitId }, signal })).data.visit,
  });

/** Saves what was recorded of a device: the first time, or as a correction. Repeated, it changes nothing. */
export async function sendRecord(visit: Visit, device: VisitDevice, record: DeviceRecord): Promise<RecordAnswer> {
  const { recordVisit, correctVisit } = await recordSchemas();
  const params = { id: visit.visitId };
  if (device.record === null) return (await call(recordVisit, { params, body: toBody(visit.version, record) })).data;
  const revisions = { [device.deviceId]: device.record.revision };
  return (await call(correctVisit, { params, body: { devices: [record], revisions } })).data;
}
