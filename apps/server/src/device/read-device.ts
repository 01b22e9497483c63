import type { DeviceReport } from '@platen/contract/report';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../base/errors.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';
import type { Connection } from '../store/database.ts';
import type { StoredParts, StoredSensors } from '../store/report-format/lists.ts';
import type { StoredSectionName } from '../store/report-format/sections.ts';
import { runPrepared } from '../store/statement.ts';

export type Pool = Pick<Connection, 'pool'>;

/**
 * What is read of a device: select list and joins over `device d`. The text must be the same for all values.
 */
interface DeviceQuery {
  /** Name of the prepared statement. */
  readonly name: string;
  readonly columns: RawBuilder<unknown>;
  /** Joins after `device d`. */
  readonly joins?: RawBuilder<unknown>;
}

const noJoins = sql``;

/**
 * Reads one device in one round trip, if the user may see it. A device outside the user's groups is refused
 * with 200003, one that does not exist with 200004: both send the user back to sign-in, but only the first
 * can be solved by groups. Ids are random, so the difference reveals nothing to a caller who does not have
 * the id.
 */
export async function readDevice<Row>(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  { name, columns, joins = noJoins }: DeviceQuery,
): Promise<Row> {
  const [row] = await runPrepared(
    store,
    `device-${name}${user.seesAll ? '' : '-groups'}`,
    sql<Row>`select ${columns} from device d ${joins} where d.device_id = ${deviceId} and ${visibleTo(user)}`,
  );
  if (row) return row;
  const exists = sql`select 1 from device where device_id = ${deviceId} and held_by is null`;
  if ((await runPrepared(store, 'device-exists', exists)).length === 0)
    throw new Refusal(200004, 'there is no device with this id');
  throw new Refusal(200003, 'this device is in none of your groups');
}

/** Bodies of sections: as reported, except for the lists that have a stored form of their own. */
interface Bodies extends Omit<Pick<DeviceReport, StoredSectionName>, 'parts' | 'sensors' | 'codes'> {
  readonly parts?: StoredParts;
  readonly sensors?: StoredSensors;
}
/** Sections that can be read whole; of codes each kind is read by itself (`report-format/lists.ts`). */
type SectionName = keyof Bodies;

/** The newest version of a section that the device reported. */
export interface StoredSection<T> {
  readonly body: T;
  /** ISO 8601, as PostgreSQL's JSON writes it. */
  readonly observedAt: string;
  readonly receivedAt: string;
  readonly source: string;
  /** `identity` only: fields last reported before `observedAt`. */
  readonly fieldTimes: Readonly<Record<string, string>> | null;
}
/** Sections by name; absent if the device never reported the section. */
export type StoredSections = { readonly [K in SectionName]?: StoredSection<NonNullable<Bodies[K]>> };
/** The same without time and source of each. */
export type SectionBodies = { readonly [K in SectionName]?: NonNullable<Bodies[K]> };

const toNames = (names: readonly SectionName[]) => sql.join(names.map((name) => sql.lit(name)));

/** Select item: these sections of `device d` with their times, as `StoredSections`; null if there is none. */
export const storedSections = (...names: readonly SectionName[]): RawBuilder<unknown> =>
  sql`(select json_object_agg(s.section, json_build_object(
    'body', s.body, 'observedAt', s.observed_at, 'receivedAt', s.received_at, 'source', s.source_name,
    'fieldTimes', s.field_times)) from reported_section s
    where s.device_id = d.device_id and s.section in (${toNames(names)}))`;

/** Select item: the bodies of these sections of `device d`, as `SectionBodies`; null if there is none. */
export const sectionBodies = (...names: readonly SectionName[]): RawBuilder<unknown> =>
  sql`(select json_object_agg(s.section, s.body) from device_section s
    where s.device_id = d.device_id and s.section in (${toNames(names)}))`;

/** Join: the judgement of `device d`; all its columns are null before the first one. */
export const joinJudgement = sql`left join device_judgement j on j.device_id = d.device_id`;

/** Select item: one part of the judgement's result, or null. */
export const judged = (part: keyof DeviceJudgement): RawBuilder<unknown> => sql`j.result->${sql.lit(part)}`;

/**
 * SQL over `device d`: whether anything was reported in a period; `from` and `to` (exclusive) are SQL of type
 * timestamptz. Looks at the keys only, as a device that reports every quarter of an hour has thousands of
 * rows. Of readings only the UTC day is stored: they count on the day and in the month of its noon.
 */
export function reportedBetween(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  const withNoon = (time: RawBuilder<unknown>) => sql`((${time} at time zone 'utc') - interval '12 hours')`;
  return sql<boolean>`(exists (select from reading_day r where r.device_id = d.device_id
      and r.day >= ${withNoon(from)} and r.day < ${withNoon(to)})
    or exists (select from device_report r where r.device_id = d.device_id and r.clock_offset_s = 0
      and r.observed_at >= ${from} and r.observed_at < ${to}))`;
}
