import { signSeverityOf } from '@platen/contract/advice';
import { daysWithoutVisit } from '@platen/contract/visit-pack-names';
import type { WorklistDetail } from '@platen/contract/worklist';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { toUseFactor } from '@platen/diagnosis/conditions/use';
import { sql } from 'kysely';
import { dayMs, toDayText } from '../../base/time.ts';
import { readChangesSince } from '../../history/code-history/read-changes-since.ts';
import { readLastVisit } from '../../history/last-visit.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Connection } from '../../store/database.ts';
import { findPartNumbers, readOrganisation } from '../../worklist/organisation.ts';
import { readPartNumbers } from '../../worklist/part-numbers.ts';
import { actionsFor, readActable } from './allowed.ts';
import { readRow, refuseRow } from './by-hand.ts';
import { toCondition } from './condition-store.ts';
import {
  type DrawerDevice,
  readAllConditions,
  readDrawerDevice,
  readErrors,
  readEvents,
  readVisitsAndNotes,
} from './detail-store.ts';
import { readPhoneFacts } from './device-past.ts';
import { toOutlook } from './outlook.ts';
import { personOf, readNames } from './people.ts';

/**
 * Everything about one row (WL-67). Refuses a device that the user may not see as its other calls do, any
 * other id that is foreign or unknown with 204001.
 */
export async function readDetail(
  { db, pool }: Pick<Connection, 'db' | 'pool'>,
  user: SignedInUser,
  rowId: string,
  offset: number,
): Promise<WorklistDetail> {
  const now = new Date();
  const { settings, medianPages } = await readOrganisation(db, user.organisationId);
  const time = toWorkTime(settings.calendar);
  const found = await sql`select 1 from device where device_id = ${rowId} and held_by is null`.execute(db);
  const isDevice = found.rows.length > 0;
  const device = isDevice ? await readDrawerDevice({ pool }, user, rowId) : undefined;
  const row = (await readRow(db, user, rowId, now)) ?? null;
  if (device === undefined && row === null) await refuseRow(db, rowId);
  const stored = await readAllConditions(db, rowId, offset);
  const people = await readNames(db, [...stored.rows.map(({ assignee }) => assignee), device?.weight?.by ?? null]);
  // Of a row about several devices a user who does not see all of them is shown what the list shows.
  const isPart = row !== null && device === undefined && !user.seesAll;
  const isActable = device !== undefined || (row !== null && (await readActable(db, user, [row])).has(rowId));
  const conditions = isPart
    ? row.conditions
    : stored.rows.map((one) => toCondition(one, people, isActable ? actionsFor(user, [one]) : []));
  const { events, eventCount } = await readEvents(db, user, rowId, now);
  const nextDay = time.nextWorkingDay(time.dayOf(now.getTime()));
  const weight = device?.weight ?? null;
  return {
    row,
    ...(device && { device: toAbout(device) }),
    updatedAt: device?.updatedAt.toISOString() ?? null,
    status: device?.status ?? null,
    conditions,
    conditionCount: isPart ? row.conditions.length : stored.total,
    watch: (device?.signs ?? [])
      .filter(({ messageId }) => signSeverityOf(messageId) === 'watch')
      .map(({ component, messageId }) => ({ component, messageId })),
    use: {
      pagesAMonth: device?.pagesAMonth ?? null,
      medianOfFleet: medianPages,
      factor: device === undefined ? null : toUseFactor({ pagesAMonth: device.pagesAMonth, medianPages }),
      weight: weight && { ...weight, by: personOf(people, weight.by) },
      hoursOfNextDay: time.hoursOf(nextDay),
      nextWorkingDay: toDayText(nextDay),
    },
    ...(device === undefined
      ? { bring: [], forecast: [] }
      : toOutlook({
          device,
          conditions,
          numbers: await readPartNumbers(
            db,
            await findPartNumbers(db, user.organisationId ?? null),
            device.model ?? '',
          ),
          settings,
          now: now.getTime(),
        })),
    codeChanges: device === undefined ? null : await readCodesOf(db, rowId, now),
    phone: device === undefined ? [] : await readPhoneFacts({ db, pool }, user, rowId),
    errors: device === undefined ? [] : await readErrors(db, rowId),
    silences: toSilences(device),
    ...(device === undefined ? { visits: [], notes: [] } : await readVisitsAndNotes(db, rowId)),
    events,
    eventCount,
    zone: settings.calendar.zone,
  };
}

/** Codes that changed since the last visit, without one within 30 days (CH-09). */
async function readCodesOf(db: Connection['db'], deviceId: string, now: Date): Promise<WorklistDetail['codeChanges']> {
  const lastVisit = await readLastVisit(db, deviceId);
  const since = lastVisit ?? new Date(now.getTime() - daysWithoutVisit * dayMs);
  return {
    since: since.toISOString().slice(0, 10),
    isVisit: lastVisit !== null,
    ...(await readChangesSince(db, deviceId, since)),
  };
}

const toAbout = ({ serial, model, customerNumber, customerName, description }: DrawerDevice) => ({
  serial,
  model,
  customerNumber,
  customerName,
  description,
});

/** Silences that the log of reports shows, and the present one. */
function toSilences(device: DrawerDevice | undefined): WorklistDetail['silences'] {
  if (device === undefined) return [];
  const past = (device.silences ?? []).map(([from, to]) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }));
  return device.status === 'offline' ? [...past, { from: device.updatedAt.toISOString(), to: null }] : past;
}
