import type { MessageLanguage } from '@platen/contract/channel-names';
import { secondPersonPages } from '@platen/contract/meter-values';
import { longestNoAccountText } from '@platen/contract/no-account';
import { organisationSettings } from '@platen/contract/organisations';
import { defaultCalendar, toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { defaultLeadDays, type OrganisationSettings } from '@platen/diagnosis/conditions/evaluation';
import type { DaysOff } from '@platen/diagnosis/delivery/times';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../store/database.ts';

/** What an organisation has set; what is missing is inherited, or has its default. */
export const organisationForm = z.strictObject({
  ...organisationSettings,
  /** What someone without an account is to do, and whom to ask (OA-14); the operator's alone. */
  noAccountText: z.optional(z.string().check(z.maxLength(longestNoAccountText))),
  /** Firmware that devices of a line should have at least (WL-15); the operator's alone. */
  firmwareTargets: z.optional(z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(200)))),
});
export type OrganisationForm = z.infer<typeof organisationForm>;

export interface Organisation {
  readonly organisationId: string;
  readonly name: string;
  readonly version: number;
  /** As set here or above; what is missing has its default. */
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

/** Language of mails where no organisation on the way up names one. */
export const usualLanguage: MessageLanguage = 'en-us';

/** What holds where nothing is set, of the settings that are no calendar. */
export const toDefaults = (form: OrganisationForm) => ({
  mailLanguage: form.mailLanguage ?? usualLanguage,
  answerTimes: form.answerTimes ?? {},
  secondPersonPages: form.secondPersonPages ?? secondPersonPages,
  addressesLeave: form.addressesLeave ?? true,
});

const read = new Map<string, Organisation>();
const manyRead = 200;

interface OrganisationRow {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Of the operator first. */
  readonly settings: readonly unknown[];
  readonly median: number | null;
}

/**
 * An organisation with the settings that hold for it: each is inherited from above unless it is set (OA-04).
 * Null, or one that is gone: the operator.
 */
export async function readOrganisation(
  db: Kysely<Database>,
  organisationId: string | null | undefined = null,
): Promise<Organisation> {
  const { rows } = await sql<OrganisationRow>`
    select o.organisation_id as id, o.name, o.version,
      (select json_agg(a.settings order by cardinality(a.path)) from organisation a
        where a.organisation_id = o.organisation_id or a.organisation_id = any(o.path)) as settings,
      (select median_pages from organisation where kind = 'operator' limit 1) as median
    from organisation o where o.organisation_id = ${organisationId} or o.kind = 'operator'
    order by o.kind = 'operator' limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the operator is missing from the organisations');
  // The working time of a calendar is made once for each object.
  const key = JSON.stringify(row);
  const known = read.get(key);
  if (known !== undefined) return known;
  const form = mergeForms(row.settings);
  const { id, name, version, median: medianPages } = row;
  const organisation = { organisationId: id, name, version, form, settings: toSettings(form), medianPages };
  if (read.size >= manyRead) read.clear();
  read.set(key, organisation);
  return organisation;
}

/**
 * Whose part numbers hold for an organisation: its own, else those of the next one above that has some, else
 * the operator's.
 */
export async function findPartNumbers(db: Kysely<Database>, organisationId: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select a.organisation_id as id from organisation a
    where a.kind = 'operator' or a.organisation_id = any((
        select o.path from organisation o where o.organisation_id = ${organisationId})::uuid[])
      and exists (select from part_number p where p.organisation_id = a.organisation_id)
    order by cardinality(a.path) desc limit 1`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('the operator is missing from the organisations');
  return found.id;
}

/** The organisations of devices that belong to one, with the settings that hold for them, by device. */
export async function readOrganisationsOf(
  db: Kysely<Database>,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Organisation>> {
  const { rows } = await sql<{ id: string; organisationId: string }>`
    select device_id as id, organisation_id as "organisationId" from device
    where device_id = any(${deviceIds}::uuid[]) and organisation_id is not null`.execute(db);
  const organisations = new Map<string, Organisation>();
  for (const organisationId of new Set(rows.map((row) => row.organisationId)))
    organisations.set(organisationId, await readOrganisation(db, organisationId));
  return new Map(
    rows.flatMap(({ id, organisationId }) => {
      const found = organisations.get(organisationId);
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
}

/** What holds at the end of a path of organisations; the lowest that sets something counts. */
const mergeForms = (forms: readonly unknown[]): OrganisationForm =>
  Object.assign({}, ...forms.map((form) => organisationForm.parse(form)));

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
