import { addDevice, adjustingCodes, adjustingRule, startMoves } from '@platen/diagnosis/code-history/self-adjusting';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Stored } from '../../store/report-format/lists.ts';
import { decodeCodeVersion } from '../../store/report-format/versions.ts';
import { inTransaction } from '../../store/transactions.ts';

type Db = Kysely<Database>;

/** Days that are looked at, and devices of a family at most: more teach nothing that changes 10 %. */
const bounds = { days: 30, devices: 200, chunk: 20 } as const;

/**
 * Learns which codes each family adjusts by itself (CH-06), from the last 30 days of up to 200 of its
 * devices, over all dealers: a share of days reveals no setting.
 */
export async function fitAdjusting(db: Db): Promise<void> {
  const { rows } = await sql<{ family: string; ids: string[] }>`
    select family, array_agg(device_id) as ids from (
      select d.series as family, d.device_id, row_number() over (partition by d.series order by d.device_id) as place
      from device d join device_section s on s.device_id = d.device_id and s.section = 'codes'
      where d.series is not null and d.held_by is null
    ) coded where place <= ${sql.lit(bounds.devices)}
    group by family having count(*) >= ${sql.lit(adjustingRule.devices)}`.execute(db);
  const started = new Date();
  for (const { family, ids } of rows) {
    const moves = startMoves();
    for (let at = 0; at < ids.length; at += bounds.chunk)
      for (const days of await readDays(db, ids.slice(at, at + bounds.chunk))) addDevice(moves, { days });
    const found = adjustingCodes(moves);
    await inTransaction(db, async (trx) => {
      await sql`delete from code_adjusting where family = ${family}`.execute(trx);
      await sql`
        insert into code_adjusting (family, code, days, changed, devices, fitted_at)
        select ${family}, code, days, changed, devices, ${started}
        from json_to_recordset(${JSON.stringify(found)}::json) as c(code text, days int, changed int, devices int)`.execute(
        trx,
      );
    });
  }
  await sql`delete from code_adjusting where fitted_at < ${started}`.execute(db);
}

type Days = Parameters<typeof addDevice>[1]['days'];

/** The tables of these devices by day, each device's ascending. */
async function readDays(db: Db, ids: readonly string[]): Promise<Iterable<Days>> {
  const since = sql`(now() at time zone 'UTC')::date - ${sql.lit(bounds.days)}`;
  const days = await sql<{ id: string; digests: string[] }>`
    select device_id as id, array_agg(codes_digest::text order by day) as digests from reading_day
    where device_id = any(${ids}::uuid[]) and day >= ${since} and codes_digest is not null group by device_id`.execute(
    db,
  );
  const tables = await sql<{ id: string; digest: string; body: Stored<'codeVersion'> }>`
    select v.device_id as id, v.digest::text, v.body from section_version v
    where v.device_id = any(${ids}::uuid[]) and v.section = 'codes' and exists (
      select from reading_day r where r.device_id = v.device_id and r.codes_digest = v.digest and r.day >= ${since})`.execute(
    db,
  );
  const byKey = new Map(tables.rows.map(({ id, digest, body }) => [`${id} ${digest}`, decodeCodeVersion(body)]));
  return days.rows.map(({ id, digests }) =>
    digests.flatMap((digest) => {
      const codes = byKey.get(`${id} ${digest}`);
      return codes === undefined ? [] : { digest, codes };
    }),
  );
}
