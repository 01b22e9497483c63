import { timeZone } from '@platen/contract/time-zone';
import { defaultCalendar, toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { defaultLeadDays, type OrganisationSettings } from '@platen/diagnosis/conditions/evaluation';
import type { DaysOff } from '@platen/diagnosis/delivery/times';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../store/database.ts';

/** Holidays of a calendar at most (GE-09). */
const mostHolidays = 400;
const longestLead = 60;

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const hours = z.array(z.strictObject({ from: clock, to: clock })).check(z.maxLength(4));

/** What an organisation has set; what is missing has its default. */
export const organisationForm = z.strictObject({
  /** IANA name of the zone (OA-04). */
  zone: z.optional(timeZone),
  /** Hours of work by day of the week, Monday first (GE-09). */
  week: z.optional(z.array(hours).check(z.length(7))),
  lunchMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(240))),
  holidays: z.optional(
    z.array(z.strictObject({ day, name: z.string().check(z.maxLength(100)) })).check(z.maxLength(mostHolidays)),
  ),
  /** Working days from the order of a supply to its arrival (WL-08). */
  leadDays: z.optional(z.int().check(z.minimum(0), z.maximum(longestLead))),
  /** Firmware that devices of a line should have at least (WL-15). */
  firmwareTargets: z.optional(z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(200)))),
});
export type OrganisationForm = z.infer<typeof organisationForm>;

export interface Organisation {
  readonly organisationId: string;
  readonly name: string;
  readonly version: number;
  /** As set; what is missing has its default. */
  readonly form: OrganisationForm;
  readonly settings: Omit<OrganisationSettings, 'offlineHours'>;
  /** Pages a month of the device in the middle (WL-48); null: unknown. */
  readonly medianPages: number | null;
}

/** Settings of a form with the defaults; throws a RangeError for hours that are none or overlap. */
export function toSettings(form: OrganisationForm): Organisation['settings'] {
  const calendar = {
    zone: form.zone ?? defaultCalendar.zone,
    week: form.week ?? defaultCalendar.week,
    lunchMinutes: form.lunchMinutes ?? defaultCalendar.lunchMinutes,
    holidays: (form.holidays ?? []).map((holiday) => holiday.day),
  };
  toWorkTime(calendar);
  return { calendar, leadDays: form.leadDays ?? defaultLeadDays };
}

const read = new Map<string, Organisation>();

/** The operator, the one organisation until administration builds the tree (0346). */
export async function readOrganisation(db: Kysely<Database>): Promise<Organisation> {
  const { rows } = await sql<{ id: string; name: string; version: number; settings: unknown; median: number | null }>`
    select organisation_id as id, name, version, settings, median_pages as median from organisation where kind = 'operator' limit 1`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the operator is missing from the organisations');
  // The working time of a calendar is made once for each object.
  const key = JSON.stringify(row);
  const known = read.get(key);
  if (known !== undefined) return known;
  const form = organisationForm.parse(row.settings);
  const { id: organisationId, name, version, median: medianPages } = row;
  const organisation = { organisationId, name, version, form, settings: toSettings(form), medianPages };
  read.clear();
  read.set(key, organisation);
  return organisation;
}

/** Works out the device in the middle of all whose pages are known. */
export async function refreshMedianPages(db: Kysely<Database>): Promise<void> {
  await sql`
    update organisation set median_pages = (
      select percentile_cont(0.5) within group (order by pages_a_month) from evaluation where pages_a_month is not null
    ) where kind = 'operator'`.execute(db);
}

/** Days without work, as quiet hours and digests need them. */
export function toDaysOff({ settings: { calendar } }: Organisation): DaysOff {
  return {
    holidays: calendar.holidays,
    isWorkingWeekday: (weekday) => (calendar.week[weekday] ?? []).length > 0,
  };
}
