import { adviceId } from '@platen/contract/advice-ids';
import type { DeviceReport } from '@platen/contract/report';
import { type RuleForm, ruleForm } from '@platen/contract/rules';
import { summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { findDeviceId } from '../../../test/device-ids.ts';
import { toItems, toReport } from '../../../test/reports.ts';
import { deliver } from '../../features/ingest/receive/deliver.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { evaluateDue } from '../conditions/evaluate-due.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { judgeDue } from '../judge/judge-due.ts';
import { tryDevices } from './try-devices.ts';

const dayMs = 86_400_000;
const hourMs = dayMs / 24;
const minuteMs = hourMs / 60;
const days = 20;
const devices = 5;
const today = Math.floor(Date.parse('2026-11-20T00:00:00Z') / dayMs);
const first = today - days + 1;
/** Rules are switched on before the first day, so that what they open is all of their own. */
const hours = { offline: 240 };

let database: TestDatabase;
let seed = 20_261_124;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const below = (limit: number): number => Math.floor(random() * limit);

const form = (name: string, tests: RuleForm['tests'], openDelay = 0, clearDelay = 0): RuleForm =>
  ruleForm.parse({
    name,
    note: '',
    scope: {},
    tests,
    openDelayMinutes: openDelay,
    clearDelayMinutes: clearDelay,
    priority: 'P3',
    whoCanAct: 'technician',
    inWorklist: true,
  });

const day = 24 * 60;
const drumSign = (severity: 'watch' | 'nextVisit' | 'now') =>
  adviceId({ component: 'drum', variant: 'yellow', severity });
const noPart = { life1Week: null, life4Weeks: null, counter: null, consumedLife: null };
const silentHours = [7, 60] as const;
const forms: readonly RuleForm[] = [
  form('supply', [{ metric: 'supplyPercent', comparison: 'below', value: 20, clear: 25 }]),
  form('supply for two days', [{ metric: 'supplyPercent', comparison: 'below', value: 30, clear: 32 }], 2 * day, day),
  form('part', [{ metric: 'partLife', comparison: 'above', value: 90, clear: 80 }], day),
  form('code', [{ metric: 'sameCode', comparison: 'atLeast', value: 2, windowHours: 72 }]),
  form(
    'codes',
    [{ metric: 'deviceCodes', comparison: 'atLeast', subject: 'C300-C3FF', value: 2, windowHours: 48 }],
    0,
    day,
  ),
  form('calls', [{ metric: 'serviceCalls', comparison: 'atLeast', value: 1, windowHours: 24 }]),
  form('jams', [{ metric: 'jamRate', comparison: 'above', value: 4, clear: 3, windowHours: 7 * 24, leastFeeds: 300 }]),
  form('total', [{ metric: 'totalCrosses', comparison: 'present', value: 5000, windowHours: 72 }]),
  form('early', [{ metric: 'earlyChange', comparison: 'above', value: 10, windowHours: 72 }]),
  form('firmware', [{ metric: 'firmware', comparison: 'is', text: 'V2' }], day),
  form('setting', [{ metric: 'setting', comparison: 'above', subject: '08-2103-0', value: 100 }]),
  ...silentHours.map((value) => form(`${value} h of silence`, [{ metric: 'silence', comparison: 'atLeast', value }])),
  form('days left', [{ metric: 'supplyDays', comparison: 'below', value: 12, clear: 15 }]),
  form('days left for a day', [{ metric: 'supplyDays', comparison: 'below', value: 20, clear: 25 }], day, day),
  form('life in two weeks', [{ metric: 'partLifeSoon', comparison: 'above', value: 90, clear: 85 }]),
  form('sign', [{ metric: 'failureSign', comparison: 'is', words: ['nextVisit', 'now'] }]),
  form('drive', [{ metric: 'storage', comparison: 'is', words: ['2', '9'] }], day),
  form('judged and reported', [
    { metric: 'supplyDays', comparison: 'below', value: 25, clear: 30 },
    { metric: 'serviceCalls', comparison: 'atLeast', value: 1, windowHours: 96 },
  ]),
  form('two', [
    { metric: 'supplyPercent', comparison: 'below', value: 60, clear: 62 },
    { metric: 'serviceCalls', comparison: 'atLeast', value: 1, windowHours: 96 },
  ]),
];

interface World {
  readonly ids: readonly string[];
  readonly ruleIds: readonly string[];
}
let world: World;

/** A device with one report a day, sometimes none, whose values rise, fall and are exchanged. */
function* reportsOf(serial: string): Generator<{ readonly at: number; readonly report: DeviceReport }> {
  let [toner, life, sheets, pages] = [40 + below(60), 60 + below(35), below(1000), below(5000)];
  let firmware = 'V1';
  let setting = 90;
  for (let index = 0; index < days; index += 1) {
    toner = toner < 12 || random() < 0.06 ? 100 : toner - below(9);
    life = life > 96 ? 5 : life + below(5);
    sheets += 40 + below(80);
    pages += 200 + below(500);
    if (random() < 0.1) firmware = firmware === 'V1' ? 'V2' : 'V1';
    if (random() < 0.1) setting = setting === 90 ? 128 : 90;
    const isSilent = random() < 0.25;
    const at = (first + index) * dayMs + 6 * hourMs + below(10) * hourMs;
    if (isSilent) continue;
    const errors = Array.from({ length: random() < 0.4 ? 1 + below(3) : 0 }, (_, n) => ({
      code: ['C371', 'C411', 'E010'][below(3)] ?? 'C371',
      occurredAt: new Date(at - n * minuteMs - below(120) * minuteMs).toISOString(),
      conditions: { paperSource: '3' },
    }));
    const measured = <T>(value: T) => ({ state: 'measured' as const, value });
    yield {
      at,
      report: toReport(serial, new Date(at), {
        counters: {
          total: { unit: 'impressions', reading: measured(pages) },
          paperSources: { CST1: { unit: 'sheets', reading: measured(sheets) } },
        },
        supplies: [{ index: '1', tonerColor: 'black', percent: measured(toner) }],
        parts: [{ partsCode: '6250', consumedLife: measured(life) }],
        firmware: { system: measured(firmware) },
        codes: { code08: [{ main: 2103, sub: 0, value: String(setting) }] },
        errors,
      }),
    };
  }
}

/**
 * The real judge for the days left; parts, signs and drives follow what the device reported that day, as the
 * rules of their own would take weeks to find something.
 */
const judge: Diagnosis['judge'] = (history, context) => {
  const values = history.days.at(-1)?.values;
  const life = values?.get('part.6250.life') ?? 0;
  const pages = values?.get('pages.total') ?? 0;
  const judgement = judgeDevice(history, context);
  const sign = { source: 'sign', code: signs[Math.floor(life / 4) % signs.length] ?? '', severity: 'warning' } as const;
  const drive = { sataPort: 0, type: 'HDD', state: ([0, 2, 9] as const)[Math.floor(pages / 1000) % 3] ?? 0 } as const;
  return {
    ...judgement,
    pmParts: { threshold: 100, parts: [{ ...noPart, partsCode: '6250', lifeNow: life, life2Weeks: life + 4 }] },
    reasons: sign.code === '' ? [] : [sign],
    predictions: {
      ...judgement.predictions,
      hdd: { messageId: null, predictionStorages: [{ ...drive, messageId: null }] },
    },
  };
};
const signs = ['', drumSign('watch'), drumSign('nextVisit'), drumSign('now')];

/** Lives through the days as a server does: what comes in is evaluated, and so is what time alone brings. */
async function live(): Promise<World> {
  const { db } = database;
  const { organisationId } = await readOrganisation(db);
  const since = new Date((first - 30) * dayMs);
  const ruleIds = forms.map(() => newId());
  for (const [index, rule] of forms.entries())
    await db
      .insertInto('alert_rule')
      .values({
        rule_id: ruleIds[index] ?? '',
        organisation_id: organisationId,
        enabled: true,
        enabled_at: since,
        form: JSON.stringify(rule),
        made_at: since,
        changed_at: since,
      })
      .execute();
  const collectorId = newId();
  const sent = Array.from({ length: devices }, (_, n) => [...reportsOf(`REPLAY-${n}`)]).flat();
  const byTime = sent.toSorted((a, b) => a.at - b.at);
  // A server looks every minute for what is due by time alone: at the end of the silence that a rule names.
  const dues = byTime
    .flatMap(({ at }) => silentHours.map((hours) => at + hours * hourMs + minuteMs))
    .filter((at) => at < (today + 1) * dayMs);
  const looks = [...Array.from({ length: days }, (_, index) => (first + index + 1) * dayMs - 1), ...dues];
  const instants = [...new Set([...byTime.map(({ at }) => at + minuteMs), ...looks])].toSorted((a, b) => a - b);
  let next = 0;
  for (const now of instants) {
    for (let one = byTime[next]; one !== undefined && one.at < now; one = byTime[++next])
      await deliver(db, toItems([one.report]), {
        collectorId,
        scope: everywhere,
        now: new Date(one.at),
        offlineHours: hours.offline,
        readingMonths: 13,
        eventMonths: 24,
      });
    await judgeDue(db, {
      now: () => new Date(now),
      offlineHours: hours.offline,
      diagnosis: { judge, summarise: summariseDevice, fit: (summaries) => ({ devices: summaries.length }) },
    });
    // The judgement itself is stored with the clock of the database, which is not that of these days.
    await database.pool.query('update device_judgement set judged_at = $1 where judged_at > $1', [new Date(now)]);
    await evaluateDue(db, { now: () => new Date(now), offlineHours: hours.offline });
  }
  const ids = await Promise.all(
    Array.from({ length: devices }, (_, n) => findDeviceId(database, toReport(`REPLAY-${n}`, since))),
  );
  return { ids, ruleIds };
}

beforeAll(async () => {
  database = await createTestDatabase();
  world = await live();
}, 120_000);
afterAll(() => database.close());

const now = (today + 1) * dayMs - 1;

/** What a rule opened, again or for the first time: device, subject and day of each. */
async function openedBy(ruleId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ device: string; subject: string; day: number }>(
    `select e.entity_id as device, substr(c.subject, 38) as subject, floor(extract(epoch from e.at) / 86400)::int as day
     from condition_event e join condition c using (entity_id, condition_id)
     where left(c.subject, 36) = $1 and e.change in ('opened', 'cameBack')`,
    [ruleId],
  );
  return rows.map(({ device, subject, day: on }) => `${device} ${subject} ${on - first}`).toSorted();
}

test.each(forms.map((rule, index) => [rule.name, rule, index] as const))(
  'FG-11 BT-02: tried on the past, %s opens on the same devices and days as live work did',
  async (_, rule, index) => {
    const { parts } = await tryDevices(
      database.db,
      {
        task: 'tryRules',
        scopes: [{ form: rule, deviceIds: world.ids }],
        span: { from: first, to: today, now },
        ruleId: null,
        examples: [],
      },
      { offlineHours: hours.offline, rest: () => Promise.resolve() },
    );
    const tried = (parts[0]?.fired ?? []).flatMap(({ deviceId, firings }) =>
      firings.map(({ subject, from }) => `${deviceId} ${subject} ${Math.floor(from / dayMs) - first}`),
    );
    const opened = await openedBy(world.ruleIds[index] ?? '');
    expect(tried.toSorted()).toEqual(opened);
    // A test that compares nothing proves nothing.
    expect(opened.length).toBeGreaterThan(0);
  },
);
