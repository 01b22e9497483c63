import type { RecordedDevice } from '@platen/contract/visit-records';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';
import { readDrafts, writeDraft } from '../../offline/drafts.ts';
import { isSilence, readPack, type ShownPack } from '../../offline/read-pack.ts';
import type { RecordDraft } from '../../offline/record-draft.ts';
import { saveRecord, sendRecords } from '../../offline/records.ts';
import { logError } from '../../platform/log.ts';
import { type RecordedVisit, type RecordSubject, toRecorded } from './to-subject.ts';

const visitSchemas = lazySchemas(() => import('@platen/contract/visits'));
const recordSchemas = lazySchemas(() => import('@platen/contract/visit-records'));

/** A visit that is recorded: of the server, and of the pack on this device where it does not answer. */
export const recordedQuery = (visitId: string) =>
  queryOptions({
    queryKey: ['visits', 'recorded', visitId] as const,
    queryFn: ({ signal }) => readRecorded(visitId, signal),
    // Once a record is being written, nothing changes the form under the hand.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });

async function readRecorded(visitId: string, signal: AbortSignal): Promise<RecordedVisit> {
  const asked = readVisit(visitId, signal);
  const shown = await readPackOrNone(visitId, signal);
  // With a pack of this device the server was given its time already.
  const visit = await (shown === null || shown.storedAt === null
    ? asked
    : Promise.race([asked, Promise.resolve(null)]));
  const isRefused = visit !== null && 'failure' in visit;
  if (isRefused && (shown === null || !isSilence(visit.failure))) throw visit.failure;
  const recorded = toRecorded(isRefused ? null : visit, shown);
  if (recorded === undefined) throw new Error('neither the server nor this device knows the visit');
  return recorded;
}

/** The visit of the server; what it refuses is kept as a value, since the pack may be read meanwhile. */
async function readVisit(visitId: string, signal: AbortSignal) {
  try {
    return (await call((await visitSchemas()).readVisit, { params: { id: visitId }, signal })).data.visit;
  } catch (thrown) {
    return { failure: thrown };
  }
}

/** Without a pack the form has fewer figures; whether the visit can be read is decided by the other call. */
async function readPackOrNone(visitId: string, signal: AbortSignal): Promise<ShownPack | null> {
  try {
    return await readPack(visitId, {}, signal);
  } catch (thrown) {
    if (!isSilence(thrown)) logError('the pack of the visit could not be read', thrown);
    return null;
  }
}

/** What was entered so far of the devices of a visit, by device; kept on this device at every change. */
export const draftsQuery = (visitId: string) =>
  queryOptions({
    queryKey: ['visits', 'drafts', visitId] as const,
    queryFn: () => readDrafts(visitId),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function keepDraft(
  client: QueryClient,
  visitId: string,
  deviceId: string,
  draft: RecordDraft | undefined,
): void {
  client.setQueryData<Readonly<Record<string, RecordDraft>>>(draftsQuery(visitId).queryKey, (drafts = {}) => {
    const { [deviceId]: _, ...rest } = drafts;
    return draft === undefined ? rest : { ...rest, [deviceId]: draft };
  });
  writeDraft(visitId, deviceId, draft).catch((thrown: unknown) => logError('the draft could not be kept', thrown));
}

/**
 * Stores what was recorded of a device on this device, and sends it where there is a connection (VP-23). It
 * takes the place of what waits or was refused of the same device.
 */
export async function saveDevice(
  { visitId, version, place, customer }: RecordedVisit,
  { serial }: RecordSubject,
  record: RecordedDevice,
): Promise<void> {
  await saveRecord({
    visitId,
    body: { version, devices: [record] },
    label: [serial, place].filter((one) => one !== null).join(', '),
    customer,
  });
  await sendRecords();
}

/** Corrects a record that the server has; that needs a connection (VP-02). */
export async function correctDevice(visitId: string, record: RecordedDevice, revision: number): Promise<void> {
  const { correctVisit } = await recordSchemas();
  const revisions = { [record.deviceId]: revision };
  await call(correctVisit, { params: { id: visitId }, body: { devices: [record], revisions } });
}
