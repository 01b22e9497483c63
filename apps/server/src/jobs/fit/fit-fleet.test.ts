import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import { correctChance } from '@platen/diagnosis/risk/risk-curves';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { takeIn } from '../../../test/deliver-reports.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { judgeDue } from '../judge/judge-due.ts';
import { fitFleet, wantsFit } from './fit-fleet.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const values = Array.from({ length: 44 }, (_, number) => toFamilyReport(number));
  await takeIn(database.db, values);
});
afterAll(() => database.close());

/** 22 devices of one model and two firmware versions, 21 of another, one without a family. */
function toFamilyReport(number: number) {
  const measured = (value: string) => ({ state: 'measured' as const, value });
  const [model, series] = number < 22 ? ['M-1', 'WEISS4_HHH'] : number < 43 ? ['M-2', 'SHASTA3'] : ['M-3', 'unknown'];
  const report = toReport(`F${number}`, hoursAgo(1));
  return {
    ...report,
    site: { ...report.site, dealerNumber: `D-${number % 3}` },
    identity: { ...report.identity, model: measured(model ?? ''), series },
    firmware: { system: measured(number % 2 === 0 || number >= 22 ? 'T100' : 'T200') },
    codes: {
      code05: [{ main: 3612, sub: 0, value: number === 7 ? '99' : '5' }],
      code08: [{ main: 200, sub: 1, value: String(10 + (number % 2)) }],
    },
  };
}

const models = async () =>
  (
    await sql<{ family: string; devices: number; body: FamilyModel }>`
      select family, devices, body from family_model order by family`.execute(database.db)
  ).rows;

describe('learning from the fleet', () => {
  test('every family is learned from its devices, towards what is common to all; what is no more goes', async () => {
    expect(await wantsFit(database.db)).toBe(false);
    await judgeDue(database.db, { now: () => new Date(), offlineHours: 48 });
    expect(await wantsFit(database.db)).toBe(true);
    await sql`insert into family_model values ('GONE', now(), 1, '{}')`.execute(database.db);
    const seen: unknown[] = [];
    const progress: [number, number][] = [];
    const fit = (summaries: readonly DeviceSummary[], common: { devices: number } | undefined) => {
      seen.push([new Set(summaries.map(({ family }) => family)).size, summaries.length, common?.devices]);
      return { devices: summaries.length };
    };
    const done = await fitFleet(database.db, {
      diagnosis: { fit },
      onProgress: (at, of) => void progress.push([at, of]),
    });
    expect(done).toBe(true);
    const storedModels = await models();
    expect(storedModels.map(({ devices, body }) => [devices, body])).toEqual([
      [44, { devices: 44 }],
      [21, { devices: 21 }],
      [22, { devices: 22 }],
    ]);
    expect(seen).toEqual([
      [3, 44, undefined],
      [1, 21, 44],
      [1, 22, 44],
    ]);
    // Devices are counted once, however many models they teach.
    expect(progress[0]).toEqual([0, 44]);
    expect(progress.at(-1)).toEqual([44, 44]);
    expect(progress.map(([at]) => at)).toEqual(progress.map(([at]) => at).toSorted((one, other) => one - other));
    expect(Math.max(...progress.map(([, of]) => of))).toBe(44);
    expect(await wantsFit(database.db)).toBe(false);
  });

  test('OQ-75: what is usual for a code is learned by model, and by family and firmware, from 20 devices on; with fewer by family and related families', async () => {
    const { rows } = await sql<{ scope: string; name: string; kind: string; devices: number; body: unknown }>`
      select scope, name, kind, devices, body from fleet_code order by scope, name, kind`.execute(database.db);
    expect(rows.map(({ scope, name, kind, devices }) => `${scope} ${name} ${kind} ${devices}`)).toEqual([
      'line SHASTA3 T100 05 21',
      'line SHASTA3 T100 08 21',
      'model M-1 05 22',
      'model M-1 08 22',
      'model M-2 05 21',
      'model M-2 08 21',
      'usualFamily SHASTA3 05 21',
      'usualFamily SHASTA3 08 21',
      'usualFamily WEISS4_HHH 05 22',
      'usualFamily WEISS4_HHH 08 22',
      ...['SHASTA', 'SHASTA2', 'SHASTA3'].flatMap((name) =>
        ['05', '08'].map((kind) => `usualRelated ${name} ${kind} 21`),
      ),
      ...['WEISS2_H', 'WEISS3_H', 'WEISS4_H', 'WEISS4_HHH'].flatMap((name) =>
        ['05', '08'].map((kind) => `usualRelated ${name} ${kind} 22`),
      ),
    ]);
    // One of the 22 devices says 99.
    expect(rows[2]?.body).toEqual({ usual: { '3612.0': ['5', '9'] } });
    expect(rows[0]?.body).toMatchObject({ levels: { '3612.0': ['5', 1, []] } });
  });

  test('M1: devices of fewer than three dealers teach nothing of codes; those without a dealer are of one', async () => {
    await sql`update device set dealer_number = case when model = 'M-1' then 'D-1' end where model in ('M-1', 'M-2')`.execute(
      database.db,
    );
    await sql`update device set dealer_number = 'D-2' where device_id = (select min(device_id::text)::uuid from device where model = 'M-2')`.execute(
      database.db,
    );
    expect(await fitFleet(database.db)).toBe(true);
    expect((await sql`select name from fleet_code`.execute(database.db)).rows).toEqual([]);
  });

  test('two runs do not work at the same time; one that was cut off does not hold the next one up for ever', async () => {
    await sql`update job_run set ended_at = null, touched_at = now() where job = 'fit'`.execute(database.db);
    expect(await fitFleet(database.db)).toBe(false);
    await sql`update job_run set touched_at = now() - interval '3 minutes' where job = 'fit'`.execute(database.db);
    expect(await fitFleet(database.db)).toBe(true);
  });

  test('a run that fails says why', async () => {
    const fails = fitFleet(database.db, {
      diagnosis: {
        fit: () => {
          throw new Error('no such thing');
        },
      },
    });
    await expect(fails).rejects.toThrow('no such thing');
    const { rows } = await sql`select reason, ended_at is not null as ended from job_run where job = 'fit'`.execute(
      database.db,
    );
    expect(rows).toEqual([{ reason: 'no such thing', ended: true }]);
  });

  test('DL-04: every family has the limit from which signs warn, so that a fifth of the fleet is warned at most', async () => {
    await judgeDue(database.db, { now: () => new Date(), offlineHours: 48 });
    // Half of the 44 devices have a sign that asks for a visit, with a risk of 1 to 22 %; a fifth are 8.
    await sql`
      update device_judgement j set result = (j.result::jsonb || jsonb_build_object('signRisk', r.risk))::json
      from (select device_id, row_number() over (order by device_id) as risk from device_judgement) r
      where r.device_id = j.device_id and r.risk <= 22`.execute(database.db);
    const fit = (summaries: readonly DeviceSummary[]) => ({ devices: summaries.length });
    expect(await fitFleet(database.db, { diagnosis: { fit } })).toBe(true);
    expect((await models()).map(({ body }) => body)).toEqual([
      { devices: 44, warnFrom: 15 },
      { devices: 21, warnFrom: 15 },
      { devices: 22, warnFrom: 15 },
    ]);
  });

  test('WL-53: every family has what came of the past risks of all devices', async () => {
    // Of 44 devices with six looks at a risk of 80 % each none has failed.
    const past = Array.from({ length: 6 }, (_, nth) => ({
      day: 20_000 + 14 * nth,
      causes: [{ group: 'developer', item: 'developer.cyan', chance: 0.8 }],
      came: [0],
    }));
    await sql`
      update device_judgement set result = (result::jsonb || jsonb_build_object('pastRisks', ${JSON.stringify(past)}::jsonb))::json`.execute(
      database.db,
    );
    const fit = (summaries: readonly DeviceSummary[]) => ({ devices: summaries.length });
    expect(await fitFleet(database.db, { diagnosis: { fit } })).toBe(true);
    const curves = (await models()).map(({ body }) => body.riskCurves);
    expect(curves).toHaveLength(3);
    for (const { developer } of curves.map((one) => one ?? {})) expect(correctChance(developer, 0.8)).toBeLessThan(0.1);
  });
});
