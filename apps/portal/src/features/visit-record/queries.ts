import type { DeviceRecord } from '@platen/contract/visit-records';
import type { Visit, VisitDevice } from '@platen/contract/visits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';
import type { StoredRecord } from '../../offline/open-stores.ts';
import { toBody } from './record-model.ts';

type Saved = Pick<StoredRecord, 'state' | 'refusal'>;

const visitSchemas = lazySchemas(() => import('@platen/contract/visits'));
const recordSchemas = lazySchemas(() => import('@platen/contract/visit-records'));

export const visitQuery = (visitId: string) =>
  queryOptions({
    queryKey: ['visits', 'one', visitId] as const,
    queryFn: async ({ signal }) =>
      (await call((await visitSchemas()).readVisit, { params: { id: visitId }, signal })).data.visit,
  });

/**
 * Saves what was recorded of a device. The first record is stored on this device, then sent at once where
 * there is a connection (VP-23); a correction of a recorded device needs the server. Resolves to where the
 * record is then.
 */
export async function saveDevice(visit: Visit, device: VisitDevice, record: DeviceRecord): Promise<Saved> {
  if (device.record !== null) {
    const { correctVisit } = await recordSchemas();
    const revisions = { [device.deviceId]: device.record.revision };
    await call(correctVisit, { params: { id: visit.visitId }, body: { devices: [record], revisions } });
    return { state: 'sent', refusal: null };
  }
  const { listRecords, saveRecord, sendRecords } = await import('../../offline/records.ts');
  const former = (await listRecords()).find(
    ({ state, visitId, body }) =>
      state === 'refused' && visitId === visit.visitId && body.devices.some((one) => one.deviceId === device.deviceId),
  );
  const { key } = await saveRecord(
    {
      visitId: visit.visitId,
      body: toBody(visit.version, record),
      label: [device.serial, visit.place].filter((one) => one !== null).join(', '),
      customer: visit.customerName,
    },
    former?.key,
  );
  await sendRecords();
  const stored = (await listRecords()).find((one) => one.key === key);
  return { state: stored?.state ?? 'sent', refusal: stored?.refusal ?? null };
}
