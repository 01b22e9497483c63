import type { Client } from 'pg';
import type { StoredDevice } from './compare.ts';

/** Reads back all that the reports led to, from the tables themselves. */
export async function readStored(client: Client): Promise<StoredDevice[]> {
  const devices = await client.query<{ id: string; serial: string | null; updatedAt: Date; pages: string | null }>(
    `select d.device_id as id, serial, updated_at as "updatedAt", s.body->'total'->'reading'->>'value' as pages
     from device d left join reported_section s on s.device_id = d.device_id and s.section = 'counters'`,
  );
  const byId = new Map<string, StoredDevice>();
  for (const { id, serial, updatedAt, pages } of devices.rows)
    byId.set(id, {
      serial,
      updatedAt,
      pages: toCount(pages),
      reports: [],
      errors: [],
      counterDays: [],
      readingDays: [],
    });
  /** Rows of a device that is not there count as a device without a serial number. */
  const at = (id: string): StoredDevice => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    const orphan = {
      serial: null,
      updatedAt: new Date(0),
      pages: null,
      reports: [],
      errors: [],
      counterDays: [],
      readingDays: [],
    };
    byId.set(id, orphan);
    return orphan;
  };
  const reports = await client.query<{ id: string; at: Date }>(
    'select device_id as id, observed_at as at from device_report',
  );
  for (const row of reports.rows) at(row.id).reports.push(row.at);
  const errors = await client.query<{ id: string; at: Date; code: string }>(
    'select device_id as id, occurred_at as at, code from device_error',
  );
  for (const row of errors.rows) at(row.id).errors.push({ at: row.at, code: row.code });
  const counterDays = await client.query<{ id: string; day: string; at: Date; pages: string | null }>(
    'select device_id as id, day::text as day, observed_at as at, total as pages from counter_day',
  );
  for (const row of counterDays.rows)
    at(row.id).counterDays.push({ day: row.day, at: row.at, pages: toCount(row.pages) });
  const readingDays = await client.query<{ id: string; day: string; at: Date | null }>(
    'select device_id as id, day::text as day, counters_at as at from reading_day',
  );
  for (const row of readingDays.rows) at(row.id).readingDays.push({ day: row.day, at: row.at });
  return [...byId.values()];
}

/** int8 arrives as text. */
const toCount = (text: string | null) => (text === null ? null : Number(text));
