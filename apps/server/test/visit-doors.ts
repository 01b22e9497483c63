import type { Endpoint } from '@platen/contract/endpoint';
import { readVisitCalendar } from '@platen/contract/visit-calendar';
import { cancelVisit, changeVisit, planVisit, readVisit, seeVisit, startVisit } from '@platen/contract/visits';
import type { Door, Named } from './worklist-doors.ts';

const door = (name: string, names: Named, call: Endpoint, more: Pick<Door, 'query' | 'body'> = {}): Door => ({
  name,
  call,
  right: 'self',
  names,
  ...more,
});
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Calls of visits that take an id, which is in the place of `$id`. */
export const visitDoors: readonly Door[] = [
  door('visit', 'visit', readVisit),
  door('calendar of a visit', 'visit', readVisitCalendar),
  door('change a visit', 'visit', changeVisit, { body: { note: 'x', version: 1 } }),
  door('day of a visit', 'visit', planVisit, { body: { plannedDay: tomorrow, version: 1 } }),
  door('start a visit', 'visit', startVisit, { body: {} }),
  door('cancel a visit', 'visit', cancelVisit, { body: { reason: 'double', version: 1 } }),
  door('see a visit', 'visit', seeVisit, { body: {} }),
];
