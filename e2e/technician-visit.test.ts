import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import { texts as packEnglish } from '@platen/catalogue/texts/visit-pack-en-us';
import { texts as recordEnglish } from '@platen/catalogue/texts/visit-record-en-us';
import { texts as recordJapanese } from '@platen/catalogue/texts/visit-record-ja-jp';
import { listCodeProposals, proposeCodes } from '@platen/contract/code-history';
import type { DeviceReport } from '@platen/contract/report';
import { listVisitEffects } from '@platen/contract/visit-effects';
import { readVisitFigures } from '@platen/contract/visit-figures';
import { readVisitPack } from '@platen/contract/visit-pack';
import { listDeviceVisits } from '@platen/contract/visit-records';
import { makeVisit, readVisit } from '@platen/contract/visits';
import { listWorklist, readWorklistRow } from '@platen/contract/worklist';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toReport } from '../apps/server/test/reports.ts';
import { findAxeViolations, launchBrowser } from './lib/browser.ts';
import { deliver } from './lib/deliver.ts';
import { enter } from './lib/sign-in.ts';
import { type System, startSystem } from './lib/system.ts';
import { countStored, isReady, openTelephone } from './lib/telephone.ts';

const dayMs = 86_400_000;
const serial = 'PAAX000260';
const code = '08-2103-0';
const technician = {
  subject: 'technician',
  userId: '01900000-0000-7000-8000-000000000004',
} as const;
const { visitPack } = packEnglish;
const { visitRecord } = recordEnglish;

let system: System;
let browser: Browser;
let collectorKey: string;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
  collectorKey = String((await system.admin('collectors', 'add', 'Here', '--everywhere')).key);
  await send('POST', '/v1/termsOfUse', { version: '1.0.1' });
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

async function send(method: string, path: string, body?: object, user = 'service'): Promise<unknown> {
  const answer = await system.call(user, path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const value: unknown = await answer.json();
  expect([path, answer.status, value]).toEqual([path, 200, expect.anything()]);
  return value;
}
const read = (path: string, user = 'service') => send('GET', path, undefined, user);

const measured = <T>(value: T) => ({ state: 'measured' as const, value });

/** What the device reported at a moment: its fuser calls for service, and somebody changed a code. */
function reportAt(at: number, more: Partial<DeviceReport> = {}): DeviceReport {
  const now = Date.now();
  const changedAt = now - 22 * dayMs;
  return toReport(serial, new Date(at), {
    site: { customerNumber: 'C-20044', customerName: 'Bexholm Outfitters', dealerNumber: 'D-7' },
    counters: {
      total: { unit: 'impressions', reading: measured(271_163 + Math.round(((at - now) / dayMs) * 300)) },
    },
    codes: { code08: [{ main: 2103, sub: 0, value: at < changedAt ? '128' : '96' }] },
    ...more,
  });
}

const isDown: Partial<DeviceReport> = {
  status: { hrDeviceStatus: 'down', detectedErrors: [], deviceCode: 'C447' },
  parts: [
    { partsCode: '6342', consumedLife: measured(118) },
    { partsCode: '6250', consumedLife: measured(130) },
  ],
};

/** Fleet of one device, its part numbers, a proposal, and a visit of today for the technician. */
async function prepare(): Promise<{ deviceId: string; visitId: string }> {
  const now = Date.now();
  const errors = Array.from({ length: 7 }, (_, n) => ({
    code: 'C447',
    occurredAt: new Date(now - (n + 1) * 2 * dayMs).toISOString(),
  }));
  await deliver(
    system,
    collectorKey,
    Array.from({ length: 30 }, (_, n) => reportAt(now - (30 - n) * dayMs)),
  );
  for (const minutes of [240, 60, 10])
    await deliver(system, collectorKey, [reportAt(now - minutes * 60_000, { errors, ...isDown })]);
  await system.admin('judge', '--wait');
  // A technician sees the devices of the own groups.
  await system.admin('groups', 'add', 'Bexholm', '--id', '7', '--serials', serial);
  await system.admin('users', 'groups', technician.subject, '--set', '7');
  const csv = 'item;own\n6342;4409-F\n6250;3310-K\n';
  await send('PUT', '/v1/part-numbers', { csv, dryRun: false });
  const { rows } = listWorklist.answer.parse(await read('/v1/worklist?limit=10'));
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  const { conditions } = readWorklistRow.answer.parse(await read(`/v1/worklist/${row.rowId}`));
  const lines = [{ code, to: '128' }];
  proposeCodes.answer.parse(
    await send('POST', `/v1/device/${row.rowId}/codes/proposals`, { why: 'Fuser temperature, thick paper.', lines }),
  );
  const made = await send('POST', '/v1/visits', {
    kind: 'repair',
    plannedDay: new Date(now).toISOString().slice(0, 10),
    assignee: technician.userId,
    place: 'Floor 1',
    access: 'Badge from the security desk.',
    devices: [{ deviceId: row.rowId, conditionIds: conditions.map(({ conditionId }) => conditionId) }],
  });
  return { deviceId: row.rowId, visitId: makeVisit.answer.parse(made).visit.visitId };
}

test('JN-02 VP-21 VP-22 VP-23 VP-25 VR-01 VR-08 CH-12: a technician goes prepared, records in a basement, and the office sees it', async () => {
  const { deviceId, visitId } = await prepare();
  const { context, page, complaints } = await openTelephone(browser, 'en-US');
  await enter(page, system.url, technician.subject, english);

  // Step 1 and 2: the pack is fetched by itself; what is not in stock is seen at once in the office.
  await expect
    .poll(async () => readVisitPack.answer.parse(await read(`/v1/visits/${visitId}/pack`)).storedAt, {
      timeout: 60_000,
    })
    .not.toBeNull();
  await page.goto(`${system.url}/visits/${visitId}/pack`);
  await page.getByText('4409-F').first().waitFor();
  await page.getByText('3310-K').first().waitFor();
  await send(
    'PUT',
    `/v1/visits/${visitId}/fetched`,
    { deviceId, item: '6250', state: 'notInStock' },
    technician.subject,
  );
  const { fetched } = readVisitPack.answer.parse(await read(`/v1/visits/${visitId}/pack`));
  expect(fetched).toMatchObject([{ item: '6250', state: 'notInStock' }]);
  await page.reload();
  await page.getByText('4409-F').first().waitFor();
  await expect.poll(() => isReady(page), { timeout: 60_000 }).toBe(true);

  // Step 3: a basement without network.
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/No connection\. As of/).waitFor();
  await page.getByText(code).first().waitFor();

  // Step 4 and 5: the record, with a restart of the telephone in the middle.
  await page.getByRole('link', { name: visitPack.record }).last().tap();
  const answer = (item: RegExp, name: string) =>
    page.getByRole('group', { name: item }).first().getByRole('radio', { name, exact: true });
  await answer(/Fuser/, visitRecord.answers.replaced).tap();
  await expect.poll(() => countStored(page, 'platen-records', 'drafts')).toBe(1);
  await page.reload();
  await page.getByText(/No connection\. As of/).waitFor();
  await expect.poll(() => answer(/Fuser/, visitRecord.answers.replaced).isChecked()).toBe(true);
  await answer(/^Result$/, visitRecord.results.worksForNow).tap();
  await answer(/drum/i, visitRecord.answers.missing).tap();
  await answer(/08-2103-0/, visitRecord.setting.set).tap();
  await page.getByLabel(visitRecord.onPanel).fill('271,240');
  await page.getByLabel(visitRecord.testPages).fill('12');
  await page.getByRole('checkbox', { name: visitRecord.findingWords.guideSetWrong }).tap();
  await page.getByText(/A draft of the next visit brings/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: visitRecord.save }).tap();
  await page.getByText(/1 record waits for a connection/).waitFor();
  expect(readVisit.answer.parse(await read(`/v1/visits/${visitId}`)).visit.state).toBe('planned');

  // What is stored for the application are own files: no answer of a call, and no token (VP-21, VP-26).
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const entries = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        return await Promise.all(
          (await cache.keys()).map(async (request) => ({
            path: new URL(request.url).pathname,
            hasToken: /eyJ[\w-]{20}/.test((await (await cache.match(request))?.text()) ?? ''),
          })),
        );
      }),
    );
    return entries.flat();
  });
  expect(stored.length).toBeGreaterThan(20);
  expect(stored.filter(({ path, hasToken }) => hasToken || !/^\/(assets\/.*)?$/.test(path))).toEqual([]);

  // Step 6: back in the street it is sent by itself on opening.
  await context.setOffline(false);
  await page.goto(`${system.url}/visits/records`);
  await expect
    .poll(async () => readVisit.answer.parse(await read(`/v1/visits/${visitId}`)).visit.state, { timeout: 60_000 })
    .toBe('done');
  const { visit } = readVisit.answer.parse(await read(`/v1/visits/${visitId}`));
  const [device] = visit.devices;
  expect(device?.record).toMatchObject({
    isOnOlderPlan: false,
    record: { result: 'worksForNow', testPages: 12, proposals: [{ isDone: true }], counters: [{ typed: 271_240 }] },
  });
  const fixed = device?.conditions.filter(({ resolution }) => resolution === 'visit').map(({ subject }) => subject);
  expect(fixed).toEqual(expect.arrayContaining(['C447', 'fuser']));
  const [nextId] = visit.nextIds;
  const next = readVisit.answer.parse(await read(`/v1/visits/${nextId}`)).visit;
  expect(next).toMatchObject({ state: 'draft', devices: [{ bring: [{ item: '6250', pieces: 1 }] }] });
  expect(next.devices[0]?.conditions.map(({ subject }) => subject)).toContain('drum.black');
  // The pack of a visit that is done and sent goes.
  await expect.poll(() => countStored(page, 'platen-packs', 'packs')).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();

  // Step 7: the next report proves the code, and lies by the total.
  const codes = { code08: [{ main: 2103, sub: 0, value: '128' }] };
  const counters = { total: { unit: 'impressions' as const, reading: measured(271_249) } };
  await deliver(system, collectorKey, [reportAt(Date.now() + 60_000, { codes, counters })]);
  await expect
    .poll(async () =>
      listCodeProposals.answer
        .parse(await read(`/v1/device/${deviceId}/codes/proposals`))
        .proposals.map(({ state }) => state),
    )
    .toEqual(['proved']);
  const listed = listDeviceVisits.answer.parse(await read(`/v1/device/${deviceId}/visits`));
  expect(listed.visits.find((one) => one.visitId === visitId)?.record?.revision).toBe(1);

  // The office sees it next to what was recorded.
  const office = await openTelephone(browser, 'en-US');
  await enter(office.page, system.url, 'service', english);
  await office.page.goto(`${system.url}/visits/${visitId}/record`);
  await office.page.getByText(/9 below the report of .+: plausible/).waitFor();
  const entry = (name: string) => office.page.getByRole('row').filter({ hasText: name });
  await entry(code)
    .getByText(/read at /)
    .first()
    .waitFor();
  await entry(visitRecord.answers.missing).getByRole('link', { name: visitRecord.newDraft }).waitFor();
  await office.page.getByText(visitRecord.findingWords.guideSetWrong).waitFor();
  await office.context.close();

  // The same in Japanese: what was recorded, as the office reads it.
  const other = await openTelephone(browser, 'ja-JP');
  await enter(other.page, system.url, 'service', japanese);
  await other.page.goto(`${system.url}/visits/${visitId}/record`);
  await other.page.getByText(recordJapanese.visitRecord.results.worksForNow).first().waitFor();
  await other.page.getByText('271,240', { exact: false }).first().waitFor();
  expect(await findAxeViolations(other.page)).toEqual([]);
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(480);
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

test('JN-02 VE-05 VE-07: thirty days later the drawer has the effect, and the table one visit and one return for parts', async () => {
  const now = Date.now();
  const at = (days: number, hours = 0) => new Date(now + days * dayMs + hours * 3_600_000);
  const later = 'PAAX000261';
  // Jams of drawer 1 stop with the rollers that a visit of 40 days ago brought; a drum was missing.
  const visited = -40;
  const jams = [-69, -66, -64, -63, -61, -60, -58, -57, -55, -54, -52, -51, -49, -48, -47, -46, -44, -43, -41, -20];
  const reportOf = (days: number): DeviceReport => ({
    ...toReport(later, at(days)),
    site: { customerNumber: 'C-20045', customerName: 'Ulverton', dealerNumber: 'D-7' },
    counters: {
      total: { unit: 'impressions', reading: measured(200_000 + 200 * (days + 80)) },
      paperSources: { CST1: { unit: 'sheets', reading: measured(100_000 + 110 * (days + 80)) } },
    },
    errors: jams
      .filter((day) => day <= days)
      .map((day) => ({
        code: 'E130',
        occurredAt: at(day, -2).toISOString(),
        category: 'jamPrint' as const,
        conditions: { paperSource: '3' },
      })),
  });
  await deliver(
    system,
    collectorKey,
    Array.from({ length: 79 }, (_, n) => reportOf(n - 79)),
  );
  await deliver(system, collectorKey, [{ ...reportOf(0), ...isDown }]);
  await system.admin('judge', '--wait');
  const findRow = async () => listWorklist.answer.parse(await read('/v1/worklist?search=Ulverton')).rows[0]?.rowId;
  await expect.poll(findRow, { timeout: 60_000 }).toBeDefined();
  const deviceId = await findRow();
  const plan = async () => {
    const body = { kind: 'repair', devices: [{ deviceId, conditionIds: [] }] };
    return makeVisit.answer.parse(await send('POST', '/v1/visits', body)).visit;
  };
  const record = async (visitId: string, days: number, parts: readonly object[]) => {
    const { version } = readVisit.answer.parse(await read(`/v1/visits/${visitId}`)).visit;
    const [arrivedAt, leftAt] = [at(days, -1).toISOString(), at(days).toISOString()];
    const plain = { deviceId, arrivedAt, leftAt, done: [], counters: [], conditions: [] };
    await send('POST', `/v1/visits/${visitId}/record`, {
      version,
      devices: [{ ...plain, result: 'worksForNow', parts }],
    });
  };
  const { visitId } = await plan();
  await record(visitId, visited, [
    { item: 'feedRoller.CST1', answer: 'replaced' },
    { item: 'drum.black', answer: 'notDone', isMissing: true },
  ]);
  const [nextId = ''] = readVisit.answer.parse(await read(`/v1/visits/${visitId}`)).visit.nextIds;
  await record(nextId, -5, [{ item: 'drum.black', answer: 'replaced' }]);
  // What visits brought is counted when the server starts, and every ten minutes.
  await system.restart('SIGTERM');
  const path = '/v1/visits/effect?customer=C-20045';
  await expect
    .poll(async () => readVisitFigures.answer.parse(await read(path)).all, { timeout: 60_000 })
    .toMatchObject({ problems: 1, callBacks: 0, returns: 1 });

  const { effects } = listVisitEffects.answer.parse(await read(`/v1/device/${deviceId}/visits/effects`));
  expect(effects.find((one) => one.measure === 'jams')).toMatchObject({
    visitId,
    before: { count: 19 },
    after: { count: 1 },
    judged: { verdict: 'better' },
  });

  const { context, page, complaints } = await openTelephone(browser, 'en-US');
  await enter(page, system.url, 'service', english);
  await page.goto(`${system.url}/worklist?row=${deviceId}`);
  const drawer = page.getByRole('list', { name: 'What visits changed' }).last();
  await drawer.getByText(/Jams from drawer 1: 5\.8 before, 0\.3 after per 1,000 sheets/).waitFor();
  await drawer.getByText(/80%: 0\.\d+ to 0\.\d+ of before, 3,300 sheets/).waitFor();
  await drawer.getByText('better', { exact: true }).waitFor();
  await page.goto(`${system.url}/visits/effect?customer=C-20045`);
  const sums = page.getByRole('table').filter({ hasText: 'Month' }).locator('tfoot tr').getByRole('cell');
  await expect.poll(async () => (await sums.allInnerTexts()).slice(0, 3)).toEqual(['1', '0', '1']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('VP-21 VP-26 VP-27: the portal can be installed, starts at the visits, and its worker is short and strict', async () => {
  for (const brand of ['platen', 'rdt']) {
    const manifest = await fetch(`${system.url}/${brand}.webmanifest`);
    expect(manifest.status).toBe(200);
    const { display, start_url: start, icons } = Object(await manifest.json());
    expect([display, start]).toEqual(['standalone', expect.stringMatching(/\/visits$/)]);
    for (const { src } of icons) expect((await fetch(new URL(src, system.url))).status).toBe(200);
  }
  const worker = await fetch(`${system.url}/sw.js`);
  const source = await worker.text();
  expect(worker.headers.get('content-type')).toMatch(/javascript/);
  expect(worker.headers.get('cache-control')).toMatch(/no-cache|no-store|max-age=0/);
  expect(source.split('\n').length).toBeLessThanOrEqual(200);
  expect(source).not.toMatch(/importScripts|authorization|localStorage|https?:\/\//i);
  // The list of files is in its place: each is there to be stored.
  const list: unknown = JSON.parse(/^const files = (\[.*\]);$/m.exec(source)?.[1] ?? '[]');
  expect(list).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/.+\.js$/)]));
  for (const file of ['/', ...(Array.isArray(list) ? list : [])])
    expect((await fetch(new URL(String(file), system.url))).status).toBe(200);
  const page = await fetch(system.url);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src '(self|none)'/);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
});
