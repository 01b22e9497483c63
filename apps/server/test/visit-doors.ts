import type { Endpoint } from '@platen/contract/endpoint';
import { readVisitCalendar } from '@platen/contract/visit-calendar';
import { fetchPart, notePackStored, readVisitPack } from '@platen/contract/visit-pack';
import { correctVisit, recordVisit } from '@platen/contract/visit-records';
import {
  cancelVisit,
  changeVisit,
  listVisits,
  makeVisit,
  planVisit,
  readVisit,
  seeVisit,
  startVisit,
} from '@platen/contract/visits';
import type { Door, Named } from './worklist-doors.ts';

const door = (
  name: string,
  right: 'visit.plan' | 'visit.record',
  names: Named,
  call: Endpoint,
  more: Pick<Door, 'query' | 'body'> = {},
): Door => ({ name, call, right, names, ...more });
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
/** Of no device: a record that is taken would end the visit. */
const unknown = '01900000-0000-7000-8000-000000000001';
const notDone = [{ deviceId: unknown, notDone: 'notNeeded' }];
const ofDevice = { kind: 'repair', devices: [{ deviceId: '$id', conditionIds: [] }] };

/** Calls of visits that take an id, which is in the place of `$id`; and the lists. */
export const visitDoors: readonly Door[] = [
  door('visits', 'visit.record', 'nothing', listVisits),
  door('visits of a person', 'visit.record', 'person', listVisits, { query: { assignee: '$id' } }),
  door('search of visits', 'visit.record', 'serial', listVisits, { query: { search: '$id' } }),
  door('visit', 'visit.record', 'visit', readVisit),
  door('calendar of a visit', 'visit.record', 'visit', readVisitCalendar),
  door('make a visit', 'visit.plan', 'device', makeVisit, { body: { ...ofDevice, plannedDay: tomorrow } }),
  door('change a visit', 'visit.plan', 'visit', changeVisit, { body: { note: 'x', version: 1 } }),
  door('device of a visit', 'visit.record', 'visit', fetchPart, {
    body: { deviceId: unknown, item: 'fuser', state: 'packed' },
  }),
  door('day of a visit', 'visit.plan', 'visit', planVisit, { body: { plannedDay: tomorrow, version: 1 } }),
  door('start a visit', 'visit.record', 'visit', startVisit, { body: {} }),
  door('cancel a visit', 'visit.plan', 'visit', cancelVisit, { body: { reason: 'double', version: 1 } }),
  door('see a visit', 'visit.plan', 'visit', seeVisit, { body: {} }),
  door('pack of a visit', 'visit.record', 'visit', readVisitPack),
  door('stored pack of a visit', 'visit.record', 'visit', notePackStored, { body: {} }),
  door('record a visit', 'visit.record', 'visit', recordVisit, { body: { version: 1, devices: notDone } }),
  door('correct a visit', 'visit.record', 'visit', correctVisit, { body: { devices: notDone, revisions: {} } }),
];
