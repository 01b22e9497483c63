import type { DeviceReport } from '@platen/contract/report';
import { type RawBuilder, sql } from 'kysely';
import type { StoredParts } from '../store/report-format/parts.ts';
import type { StoredSectionName } from '../store/report-format/sections.ts';
import type { StoredSensors } from '../store/report-format/sensors.ts';

/** Bodies of sections: as reported, except for the lists that have a stored form of their own. */
interface Bodies extends Omit<Pick<DeviceReport, StoredSectionName>, 'parts' | 'sensors' | 'codes'> {
  readonly parts?: StoredParts;
  readonly sensors?: StoredSensors;
}
/** Sections that can be read whole; of codes each kind is read by itself (`report-format/codes.ts`). */
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
