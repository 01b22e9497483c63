import { signSeverityOf } from '@platen/contract/advice';
import { daysWithoutVisit } from '@platen/contract/visit-pack-names';
import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { subjectOfPart, subjectOfSign } from '@platen/diagnosis/conditions/spans/judged';
import { toUseFactor } from '@platen/diagnosis/conditions/use';
import { sql } from 'kysely';
import { dayMs, toDayText } from '../../base/time.ts';
import { readChangesSince } from '../../history/code-history/read-changes-since.ts';
import { readLastVisit } from '../../history/last-visit.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Connection } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
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
import { personOf, readNames } from './people.ts';

/** Days that the forecast looks ahead (WL-59). */
const forecastDays = 56;

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
    bring: toBring(device, conditions),
    forecast: toForecast(device),
    codeChanges: device === undefined ? null : await readCodesOf(db, rowId, now),
    phone: device === undefined ? [] : await readPhoneFacts(db, user, rowId),
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

/** What the judgement asks to bring (VP-19), each with the condition that it is for, if one is open. */
function toBring(device: DrawerDevice | undefined, conditions: readonly Condition[]): WorklistDetail['bring'] {
  const open = conditions.filter(({ work }) => work !== 'resolved');
  return (device?.bring ?? []).map((item) => {
    const asked = open.find(
      ({ kind, subject }) =>
        (kind === 'part' && subject === subjectOfPart(item)) || (kind === 'supply' && item === `toner.${subject}`),
    );
    return { item, pieces: 1, conditionId: asked?.conditionId ?? null, why: asked?.facts ?? {} };
  });
}

/** Days of the next 8 weeks with their 80 % ranges, as the last judgement has them; null: not known. */
function toForecast(device: DrawerDevice | undefined): WorklistDetail['forecast'] {
  if (device === undefined || device.judgedAt === null) return [];
  const today = Math.floor(device.judgedAt.getTime() / dayMs);
  const toDay = (days: number) => toDayText(today + Math.max(0, Math.round(days)));
  const toner = Object.entries(device.toner ?? {}).flatMap(([color, { daysLeft }]) => {
    const item = `toner.${color}`;
    if (daysLeft.state === 'withheld') return { item, day: null, range: null };
    const { value, lower, upper } = daysLeft.value;
    if (lower > forecastDays) return [];
    return { item, day: toDay(value), range: { lower: toDay(lower), upper: toDay(upper) } };
  });
  const signs = (device.signs ?? []).flatMap((sign) => {
    const severity = signSeverityOf(sign.messageId);
    if (severity === undefined || severity === 'watch') return [];
    const { predictionFailureDate: date = '', predictionFailureRange: range } = sign;
    const item = subjectOfSign(sign.messageId) ?? sign.component;
    // A month without a day is no day: the sign says how urgent it is.
    const isDay = date.length === 10;
    const bounds = isDay && range?.lower.length === 10 && range.upper.length === 10 ? range : null;
    return { item, day: isDay ? date : null, range: bounds, urgency: severity };
  });
  return [...toner, ...signs];
}

/** Silences that the log of reports shows, and the present one. */
function toSilences(device: DrawerDevice | undefined): WorklistDetail['silences'] {
  if (device === undefined) return [];
  const past = (device.silences ?? []).map(([from, to]) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }));
  return device.status === 'offline' ? [...past, { from: device.updatedAt.toISOString(), to: null }] : past;
}
