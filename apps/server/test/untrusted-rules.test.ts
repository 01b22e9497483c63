import { ruleMetricNames, traitsOf } from '@platen/contract/rule-metrics';
import { alertRule, type RuleForm, ruleForm } from '@platen/contract/rules';
import * as fc from 'fast-check';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { evaluateDue } from '../src/jobs/conditions/evaluate-due.ts';
import { everywhere } from './collectors.ts';
import { findDeviceId } from './device-ids.ts';
import { runJobs } from './jobs.ts';
import { toItems, toReport } from './reports.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

let platen: TestApp;
let device: string;
let clock = Date.now();
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_USER_RATE: '1000000' });
  await agreeForAll(platen.database);
  const reports = Array.from({ length: 20 }, (_, ago) =>
    toReport('WILD', new Date(Date.now() - ago * 86_400_000 - 3_600_000), {
      counters: {
        total: { unit: 'impressions', reading: { state: 'measured', value: 90_000 - 1000 * ago } },
        paperSources: { CST1: { unit: 'sheets', reading: { state: 'measured', value: 9000 - 100 * ago } } },
      },
      supplies: [{ index: '1', tonerColor: 'black', percent: { state: 'measured', value: 20 + 2 * ago } }],
      errors: [{ code: 'C371', occurredAt: new Date(Date.now() - ago * 86_400_000 - 7_200_000).toISOString() }],
      codes: { code08: [{ main: 2103, sub: 0, value: String(100 + (ago % 2)) }] },
    }),
  );
  await deliver(platen.database.db, toItems(reports), {
    collectorId: newId(),
    scope: everywhere,
    now: new Date(),
    offlineHours: 480,
    readingMonths: 13,
    eventMonths: 24,
  });
  device = await findDeviceId(platen.database, reports[0]);
});
afterAll(() => platen.close());

const send = async (method: string, path: string, body: unknown) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await platen.bearer('service')) },
    body: JSON.stringify(body),
  });
  const value: unknown = await answer.json();
  return { status: answer.status, value };
};
const evaluate = async () => {
  clock += 61_000;
  await evaluateDue(platen.database.db, { now: () => new Date(clock), offlineHours: 480 });
};

/** Texts of people, and those that a database or a pattern might stumble over. */
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', "'; drop table device; --", '%_\\', '[', '\u202e', ' ', 'null', '🖨️'),
);
const untrustedTest = fc.record(
  {
    metric: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ruleMetricNames) }, text),
    comparison: fc.oneof(fc.constantFrom('above', 'atLeast', 'below', 'is', 'changed', 'present'), text),
    value: fc.oneof(fc.double(), fc.integer(), text),
    clear: fc.oneof(fc.double(), fc.integer()),
    subject: text,
    words: fc.array(fc.oneof(fc.constantFrom('error', 'now', '9', 'low'), text)),
    text,
    windowHours: fc.oneof(fc.integer(), fc.double()),
    leastFeeds: fc.integer(),
    missingFires: fc.oneof(fc.boolean(), text),
    __proto__: fc.anything(),
  },
  { requiredKeys: ['metric', 'comparison'] },
);
/** A test that fits the table of metrics, with texts of any kind. */
const fittingTest = fc
  .record({
    metric: fc.constantFrom(...ruleMetricNames),
    pick: fc.nat(),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    text,
    isAny: fc.boolean(),
  })
  .map(({ metric, pick, part, text: words, isAny }) => {
    const { comparisons, number, words: known, isText, isLevel, window, leastFeeds, subject } = traitsOf(metric);
    const comparison = comparisons[pick % comparisons.length] ?? 'is';
    const scale = 10 ** (number?.decimals ?? 0);
    const fit = (value: number) => Math.round(value * scale) / scale;
    const value =
      number === undefined || comparison === 'changed'
        ? undefined
        : fit(number.least + part * (number.most - number.least));
    const far = (number?.most ?? 0) - (number?.least ?? 0);
    const subjects = { codes: 'C000-FFFF', setting: '08-2103-0' } as const;
    const named = subject === 'codes' || subject === 'setting' ? subjects[subject] : words;
    return {
      metric,
      comparison,
      ...(subject === undefined || (isAny && subject !== 'setting' && subject !== 'codes') ? {} : { subject: named }),
      ...(value === undefined ? {} : { value }),
      ...(isLevel && value !== undefined
        ? { clear: comparison === 'below' ? fit(value + far) : fit(value - far) }
        : {}),
      ...(known === undefined ? {} : { words: [known[pick % known.length]] }),
      ...(isText ? { text: words } : {}),
      ...(window === undefined ? {} : { windowHours: Math.round(window.least + part * (window.most - window.least)) }),
      ...(leastFeeds === undefined ? {} : { leastFeeds: 1 + (pick % 1000) }),
    };
  });
const untrustedScope = fc.record(
  {
    criteria: fc.oneof(
      fc.dictionary(text, fc.anything()),
      fc.record({ mfpIdentifiers: fc.array(text), modelNames: fc.array(text) }, { requiredKeys: [] }),
    ),
    groupIds: fc.array(fc.oneof(fc.integer(), fc.constant(2 ** 53))),
    customerNumbers: fc.array(text, { maxLength: 3 }),
    models: fc.array(text, { maxLength: 3 }),
    families: fc.array(text, { maxLength: 3 }),
    except: fc.record(
      { deviceIds: fc.array(fc.oneof(fc.uuid(), text)), customerNumbers: fc.array(text) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const formOf = (test: fc.Arbitrary<unknown>, scope: fc.Arbitrary<unknown>) =>
  fc.record({
    name: fc.oneof({ weight: 4, arbitrary: fc.constant('Wild') }, text),
    note: text,
    scope,
    tests: fc.array(test, { minLength: 1, maxLength: 4 }),
    openDelayMinutes: fc.integer({ min: 0, max: 43_200 }),
    clearDelayMinutes: fc.integer({ min: 0, max: 43_200 }),
    priority: fc.constantFrom('computed', 'P1', 'P4'),
    whoCanAct: fc.constantFrom('technician', 'user', 'manager'),
    inWorklist: fc.boolean(),
  });

const anyScope = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, untrustedScope);
/** Refused with a place within the form, or taken. */
const expectClear = ({ status, value }: { status: number; value: unknown }, taken: readonly number[]) => {
  if (taken.includes(status)) return;
  expect([status, JSON.stringify(value)]).toEqual([422, expect.stringMatching(/form(\.|\[|")|body/)]);
};

test('AR-04 GE-03: an untrusted form is refused with its field or taken, by each call that takes one; never an error of the server', async () => {
  const anyForm = formOf(fc.oneof({ weight: 3, arbitrary: fittingTest }, untrustedTest), anyScope);
  await fc.assert(
    fc.asyncProperty(anyForm, async (form) => {
      expectClear(await send('POST', '/v1/rules/evaluate', { deviceId: device, form }), [200]);
      const { success } = ruleForm.safeParse(form);
      const made = await send('POST', '/v1/rules', { form });
      expectClear(made, [200]);
      expect(made.status === 422 || success).toBe(true);
      await platen.database.pool.query('delete from rule_version');
      await platen.database.pool.query('delete from alert_rule');
    }),
    { numRuns: 60 },
  );
});

test('AR-11 BT-14: whatever valid rules are switched on or tried, none fails, and none stops another', async () => {
  const forms = fc.sample(formOf(fittingTest, fc.constant({})), { numRuns: 50, seed: 20_261_124 }).filter(isForm);
  expect(forms.length).toBeGreaterThan(20);
  for (const form of forms.slice(0, 30)) {
    const { value } = await send('POST', '/v1/rules', { form });
    const { ruleId, version } = alertRule.parse(Object(value).rule);
    expect((await send('POST', `/v1/rules/${ruleId}/enable`, { version, untried: true })).status).toBe(200);
  }
  const sound = {
    ...forms[0],
    name: 'Sound',
    scope: { models: ['Sound'] },
    tests: [{ metric: 'unknownCustomer', comparison: 'present' }],
    openDelayMinutes: 0,
  };
  const made = alertRule.parse(Object((await send('POST', '/v1/rules', { form: sound })).value).rule);
  await send('POST', `/v1/rules/${made.ruleId}/enable`, { version: 1, untried: true });
  const at = new Date(clock);
  await addDevices(platen.database, [{ model: 'Sound', customer_number: null, updated_at: at }]);
  await evaluate();
  const { rows } = await platen.database.pool.query('select failure from alert_rule where failure is not null');
  expect(rows).toEqual([]);
  const opened = await platen.database.pool.query(
    `select 1 from condition where left(subject, 36) = $1 and work = 'open'`,
    [made.ruleId],
  );
  expect(opened.rows).toHaveLength(1);
  for (const form of forms.slice(0, 6)) {
    await platen.database.pool.query('delete from job');
    const asked = send('POST', '/v1/rules/try', { form, days: 14 });
    while ((await platen.database.pool.query('select 1 from job')).rows.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await runJobs(platen.database);
    expect((await asked).status).toBe(200);
  }
});

const isForm = (form: unknown): form is RuleForm => ruleForm.safeParse(form).success;
