import type { DeviceReport } from '@platen/contract/report';

/** One kept section: the newest the device ever said of it, as the report schema has it. */
export interface KeptSection<T> {
  readonly body: T;
  /** ISO 8601, as PostgreSQL's JSON writes it. */
  readonly observedAt: string;
  readonly receivedAt: string;
  readonly source: string;
  /** `identity` only: fields said before `observedAt`. */
  readonly fieldTimes: Readonly<Record<string, string>> | null;
}
type Body<K extends keyof DeviceReport> = NonNullable<DeviceReport[K]>;
export type SectionName = Exclude<keyof DeviceReport, 'version' | 'observedAt'>;
/** Sections by name; absent: the device never spoke of it. */
export type KeptSections = { readonly [K in SectionName]?: KeptSection<Body<K>> };
/** The same without time and source of each. */
export type SectionBodies = { readonly [K in SectionName]?: Body<K> };

const toNames = (names: readonly SectionName[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * Select item: these sections of `device d` with their times, as `KeptSections`; null where there is none. Parts, sensors
 * and codes come as they are kept: give them through `whole-lists.ts`.
 */
export const keptSections = (...names: readonly SectionName[]): string =>
  `(select json_object_agg(s.section, json_build_object(
    'body', k.body, 'observedAt', s.observed_at, 'receivedAt', s.received_at, 'source', s.source_name,
    'fieldTimes', s.field_times)) from told_section s join device_section k using (device_id, section)
    where s.device_id = d.device_id and s.section in (${toNames(names)}))`;

/** Select item: the bodies of these sections of `device d`, as `SectionBodies`; null where there is none. Lists as in `keptSections`. */
export const sectionBodies = (...names: readonly SectionName[]): string =>
  `(select json_object_agg(s.section, s.body) from device_section s
    where s.device_id = d.device_id and s.section in (${toNames(names)}))`;
