import { compareCodes, listCodeProposals, readCodeChanges } from '@platen/contract/code-history';
import { readVisitPack } from '@platen/contract/visit-pack';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { eraseUser, listWrittenTexts } from '../src/features/account/users.ts';
import { readOpenProposals } from '../src/history/code-history/proposals.ts';
import { proveProposals } from '../src/history/code-history/prove-proposals.ts';
import { readChangesSince } from '../src/history/code-history/read-changes-since.ts';
import { readCsv, readSheet, unzip } from './files.ts';
import { addRecordedVisit, type CodeReadings, callAs, reportCodes, type VisitTimes } from './reported-codes.ts';
import { addGroup, testAppAt } from './test-app.ts';

const now = new Date('2026-11-26T12:00:00Z');
const platen = testAppAt(now, async (database) => {
  await addGroup(database, 1, 'One', 'dealer');
});

const report = (serial: string, readings: CodeReadings, model?: string) =>
  reportCodes(platen(), serial, readings, model);

const addVisit = (...visit: VisitTimes) => addRecordedVisit(platen().database, ...visit);
const call = (method: string, subject: string, path: string, body?: unknown) =>
  callAs(platen(), method, subject, path, body);
const changesOf = async (id: string, query = '') =>
  readCodeChanges.answer.parse(await (await call('GET', 'dealer', `/v1/device/${id}/codes/changes${query}`)).json());
const compare = async (id: string, left: string, right: string) =>
  compareCodes.answer.parse(
    await (await call('GET', 'dealer', `/v1/device/${id}/codes/compare?left=${left}&right=${right}`)).json(),
  );
const proposalsOf = async (id: string) =>
  listCodeProposals.answer.parse(await (await call('GET', 'dealer', `/v1/device/${id}/codes/proposals`)).json())
    .proposals;

describe('instants of readings', () => {
  let id = '';
  beforeAll(async () => {
    id = await report('CH-1', [
      ['03T08:00', { '2103': '128', '3739': '2' }],
      ['03T14:00', { '2103': '128', '3739': '2' }],
      ['03T16:00', { '2103': '96', '3739': '2' }],
      ['03T23:00', { '2103': '96', '3739': '2' }],
      ['05T09:00', { '2103': '96', '3739': '0', '3820': '1' }, 'T110'],
    ]);
  });

  test('CH-01 CH-02: a change within a day lies between its two readings, although a day keeps its last one alone', async () => {
    const { changes, newestAt, firstAt } = await changesOf(id);
    expect(
      changes.map(({ code, before, after, by, lastBefore, firstAfter }) => [
        code,
        before,
        after,
        by,
        lastBefore,
        firstAfter,
      ]),
    ).toEqual([
      ['08-2103-0', '128', '96', -32, '2026-11-03T14:00:00.000Z', '2026-11-03T16:00:00.000Z'],
      ['08-3739-0', '2', '0', -2, '2026-11-03T23:00:00.000Z', '2026-11-05T09:00:00.000Z'],
    ]);
    expect([firstAt, newestAt]).toEqual(['2026-11-03T08:00:00.000Z', '2026-11-05T09:00:00.000Z']);
  });

  test('CH-04 CH-05: firmware in the same span is named, else nothing is; a code may be new with the firmware', async () => {
    const { changes, appeared, firmware, silentDays } = await changesOf(id, '?from=2026-11-01&to=2026-11-06');
    expect(changes.map(({ contexts }) => contexts)).toEqual([
      [],
      [{ kind: 'firmware', before: 'T100', after: 'T110' }],
    ]);
    expect(appeared).toEqual([
      {
        code: '08-3820-0',
        after: '1',
        lastBefore: '2026-11-03T23:00:00.000Z',
        firstAfter: '2026-11-05T09:00:00.000Z',
        isWithFirmware: true,
      },
    ]);
    expect(firmware).toHaveLength(1);
    expect(silentDays).toEqual(['2026-11-04', '2026-11-06']);
  });

  test('CH-03 CH-13: two days are compared, with the last change between them and codes that one side lacks', async () => {
    const { left, right, compared, rows } = await compare(id, 'first', 'today');
    expect([left.at, right.at, compared]).toEqual(['2026-11-03T08:00:00.000Z', '2026-11-05T09:00:00.000Z', 3]);
    expect(rows.map(({ code, left, right, isNewWithFirmware }) => [code, left, right, isNewWithFirmware])).toEqual([
      ['08-2103-0', '128', '96', false],
      ['08-3739-0', '2', '0', false],
      ['08-3820-0', null, '1', true],
    ]);
    expect(rows[0]?.change?.firstAfter).toBe('2026-11-03T16:00:00.000Z');
    expect((await compare(id, 'at:2026-11-03T15:00:00.000Z', 'today')).left.at).toBe('2026-11-03T14:00:00.000Z');
    expect((await compare(id, 'day:2026-11-03', 'today')).rows.map(({ code }) => code)).toEqual([
      '08-3739-0',
      '08-3820-0',
    ]);
  });

  test('CH-02 CH-05 CH-03: a recorded visit is named where its times touch the span, and is a side to compare with', async () => {
    const visited = await report('CH-6', [
      ['10T08:00', { '2103': '128', '3739': '2' }],
      ['10T12:00', { '2103': '120', '3739': '2' }],
      ['10T18:00', { '2103': '120', '3739': '0' }],
    ]);
    await addVisit(visited, '2026-11-10T09:00:00Z', '2026-11-10T10:00:00Z');
    const { changes, visits } = await changesOf(visited);
    expect(visits).toHaveLength(1);
    expect(changes.map(({ code, contexts }) => [code, contexts.map(({ kind }) => kind)])).toEqual([
      ['08-2103-0', ['visit']],
      ['08-3739-0', []],
    ]);
    const { left, rows } = await compare(visited, 'lastVisit', 'today');
    expect(left.at).toBe('2026-11-10T08:00:00.000Z');
    expect(rows.map(({ code }) => code)).toEqual(['08-2103-0', '08-3739-0']);
  });

  test('CH-03: a device of another family and a visit that was not recorded are refused, and what names no side', async () => {
    const other = await report('CH-2', [['03T08:00', { '2103': '128' }]]);
    await platen().database.pool.query(`update device set series = 'LOIRE' where device_id = $1`, [other]);
    for (const left of [`device:${other}`, 'lastVisit', `visit:${v7()}`, 'day:2026-11-99', 'yesterday'])
      expect((await call('GET', 'dealer', `/v1/device/${id}/codes/compare?left=${left}&right=today`)).status).toBe(422);
    await platen().database.pool.query(`update device set series = 'EIFEL' where device_id = $1`, [other]);
    const { rows, right } = await compare(id, 'today', `device:${other}`);
    expect([right.name, rows.find(({ code }) => code === '08-2103-0')?.right]).toEqual(['CH-2', '128']);
  });

  test('GE-05 CH-13: a device of other groups is refused by every call, and one without the right may not propose', async () => {
    await platen().database.pool.query(`update device set group_ids = '{}' where serial = 'CH-2'`);
    const { rows } = await platen().database.pool.query<{ device_id: string }>(
      `select device_id from device where serial = 'CH-2'`,
    );
    const foreign = rows[0]?.device_id ?? '';
    const paths = ['changes', 'compare?left=first&right=today', 'proposals'];
    for (const path of paths)
      expect((await call('GET', 'dealer', `/v1/device/${foreign}/codes/${path}`)).status).toBe(403);
    const body = { why: 'x', lines: [{ code: '08-2103-0', to: '1' }] };
    expect((await call('POST', 'dealer', `/v1/device/${foreign}/codes/proposals`, body)).status).toBe(403);
    expect(
      (await call('GET', 'dealer', `/v1/device/${id}/codes/compare?left=device:${foreign}&right=today`)).status,
    ).toBe(403);
  });
});

describe('explanations and proposals', () => {
  let id = '';
  beforeAll(async () => {
    id = await report('CH-3', [
      ['20T08:00', { '2103': '128', '3739': '2' }],
      ['21T08:00', { '2103': '96', '3739': '2' }],
    ]);
  });
  const note = (more: object) => ({
    code: '08-2103-0',
    firstAfter: '2026-11-21T08:00:00.000Z',
    changedBy: 'The key operator',
    why: 'Thick paper',
    isAccepted: false,
    version: 0,
    ...more,
  });

  test('CH-05 GE-06 GE-11: a person writes who and why once a change is known; an older version is refused', async () => {
    const put = (body: object) => call('PUT', 'dealer', `/v1/device/${id}/codes/notes`, body);
    expect((await put(note({ firstAfter: '2026-11-21T09:00:00.000Z' }))).status).toBe(422);
    expect((await put(note({}))).status).toBe(200);
    const again = await put(note({ why: 'Other' }));
    expect([again.status, await again.json()]).toMatchObject([409, { current: { why: 'Thick paper', version: 1 } }]);
    const { changes } = await changesOf(id);
    expect(changes[0]?.note).toMatchObject({ changedBy: 'The key operator', why: 'Thick paper', version: 1 });
    const { rows } = await platen().database.pool.query(
      `select detail from audit_entry where action = 'code change explained'`,
    );
    expect(JSON.stringify(rows)).not.toContain('Thick paper');
    expect(rows).toHaveLength(1);
  });

  test('CH-12 VP-09: a proposal goes into the pack, is answered, and is proved by the next reading', async () => {
    const { db } = platen().database;
    const path = `/v1/device/${id}/codes/proposals`;
    const propose = (lines: readonly object[]) => call('POST', 'dealer', path, { why: 'Paper curls', lines });
    expect((await propose([{ code: '08-9999-0', to: '1' }])).status).toBe(422);
    expect((await propose([{ code: '08-2103-0', to: '96' }])).status).toBe(422);
    expect(
      (
        await propose([
          { code: '08-2103-0', to: '128' },
          { code: '08-3739-0', to: '0' },
        ])
      ).status,
    ).toBe(200);
    const first = (await proposalsOf(id)).find(({ code }) => code === '08-2103-0');
    expect(first).toMatchObject({ now: '96', to: '128', state: 'proposed', why: 'Paper curls' });
    expect((await readOpenProposals(db, id)).map(({ code }) => code).sort()).toEqual(['08-2103-0', '08-3739-0']);

    const other = (await proposalsOf(id)).find(({ code }) => code === '08-3739-0');
    const answer = (body: object) => call('POST', 'dealer', `${path}/${other?.proposalId}/answer`, body);
    expect((await answer({ version: 1, isDone: false })).status).toBe(422);
    expect((await answer({ version: 1, isDone: false, reason: 'Customer wants it so' })).status).toBe(200);
    expect((await answer({ version: 2, isDone: true })).status).toBe(409);

    expect(await proveProposals(db)).toBe(0);
    await platen().database.pool.query(
      `update code_proposal set proposed_at = '2026-11-21T12:00Z' where device_id = $1`,
      [id],
    );
    await report('CH-3', [['22T08:00', { '2103': '128', '3739': '2' }]]);
    expect(await proveProposals(db)).toBe(1);
    const states = (await proposalsOf(id)).map(({ code, state, provedAt }) => [code, state, provedAt]);
    expect(new Set(states)).toEqual(
      new Set([
        ['08-2103-0', 'proved', '2026-11-22T08:00:00.000Z'],
        ['08-3739-0', 'notDone', null],
      ]),
    );
    expect(await readOpenProposals(db, id)).toEqual([]);
  });

  test('CH-12: a line is taken back, replaced by one with another value, and kept where the same is proposed', async () => {
    const path = `/v1/device/${id}/codes/proposals`;
    const propose = (to: string) => call('POST', 'dealer', path, { why: 'Again', lines: [{ code: '08-3739-0', to }] });
    await propose('5');
    await propose('5');
    await propose('6');
    const open = (await proposalsOf(id))
      .filter(({ code, answeredAt }) => code === '08-3739-0' && answeredAt === null)
      .sort((a, b) => b.to.localeCompare(a.to));
    expect(open.map(({ to, state }) => [to, state])).toEqual([
      ['6', 'proposed'],
      ['5', 'withdrawn'],
    ]);
    const [line] = open;
    const address = `${path}/${line?.proposalId}?version=`;
    expect((await call('DELETE', 'dealer', `${address}7`)).status).toBe(409);
    expect((await call('DELETE', 'dealer', `${address}1`)).status).toBe(200);
    expect((await call('DELETE', 'dealer', `${path}/${v7()}?version=1`)).status).toBe(404);
  });

  test('CH-11 CH-05: a comparison is a file, with the span of each change and what else happened then', async () => {
    const of = await report('CH-FILE', [
      ['03T08:00', { '2103': '128', '3739': '2' }],
      ['04T08:00', { '2103': '96', '3739': '2' }],
    ]);
    const path = `/v1/device/${of}/codes/compare/export?left=first&right=today&timeZone=Asia/Tokyo`;
    const answer = await call('GET', 'dealer', `${path}&format=csv`);
    expect([answer.status, answer.headers.get('total-count')]).toEqual([200, '1']);
    const [head, row] = readCsv(await answer.text());
    expect(Object.fromEntries(head?.map((name, n) => [name, row?.[n]]) ?? [])).toMatchObject({
      Code: '08-2103-0',
      'Left side': '128',
      'Right side': '96',
      Change: '-32',
      'Last read before (Asia/Tokyo)': '2026-11-03T17:00:00+09:00',
      'First read after (Asia/Tokyo)': '2026-11-04T17:00:00+09:00',
      Context: 'at the device, by someone unknown',
    });
    const sheet = unzip(Buffer.from(await (await call('GET', 'dealer', `${path}&format=xlsx`)).arrayBuffer()));
    expect(JSON.stringify(readSheet(sheet.get('xl/worksheets/sheet1.xml') ?? ''))).toContain('08-2103-0');
    await platen().database.pool.query(`update device set group_ids = '{}' where device_id = $1`, [of]);
    expect((await call('GET', 'dealer', `${path}&format=csv`)).status).toBe(403);
  });

  test('CH-12 GE-03: of 500 proposed lines each is in the pack and can be answered; one more is refused', async () => {
    const codes = (value: string) =>
      Object.fromEntries(Array.from({ length: 501 }, (_, n) => [String(4000 + n), value]));
    const many = await report('CH-MANY', [['25T08:00', codes('1')]]);
    const path = `/v1/device/${many}/codes/proposals`;
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ code: `08-${4000 + from + n}-0`, to: '2' }));
    const propose = (from: number, count: number) =>
      call('POST', 'dealer', path, { why: 'Restore', lines: lines(from, count) });
    expect((await propose(0, 300)).status).toBe(200);
    expect((await propose(300, 200)).status).toBe(200);
    expect(new Set((await readOpenProposals(platen().database.db, many)).map(({ code }) => code)).size).toBe(500);
    expect(await (await propose(500, 1)).json()).toMatchObject({ errorCode: 202004 });
    // What is known as open is not proposed twice, however long ago it was proposed.
    expect((await propose(0, 10)).status).toBe(200);
    expect(await proposalsOf(many)).toHaveLength(500);
  });

  test('CH-12 VR-01: the record of a visit answers a line by its id', async () => {
    const device = await report('CH-7', [['20T08:00', { '2103': '96' }]]);
    const body = { why: 'Curls', lines: [{ code: '08-2103-0', to: '128' }] };
    await call('POST', 'dealer', `/v1/device/${device}/codes/proposals`, body);
    const [line] = await proposalsOf(device);
    const { proposalId } = line ?? {};
    await addVisit(device, '2026-11-26T12:30:00Z', '2026-11-26T13:00:00Z', [{ proposalId, isDone: true }]);
    expect(await proposalsOf(device)).toMatchObject([{ state: 'setByHand', answeredAt: '2026-11-26T13:00:00.000Z' }]);
    expect(await readOpenProposals(platen().database.db, device)).toEqual([]);
  });

  test('CH-09: the pack of a device lists what changed since an instant', async () => {
    const changed = await report('CH-4', [
      ['20T08:00', { '2103': '128', '3739': '2' }],
      ['21T08:00', { '2103': '96', '3739': '2' }],
    ]);
    const { db } = platen().database;
    expect(await readChangesSince(db, changed, new Date('2026-11-20T12:00Z'))).toMatchObject({
      changes: [{ code: '08-2103-0', before: '128', after: '96', context: 'unknown' }],
      count: 1,
      adjusting: 0,
    });
    expect(await readChangesSince(db, changed, new Date('2026-11-21T12:00Z'))).toMatchObject({ changes: [], count: 0 });
  });

  test('VP-09 VP-11 CH-12: a pack has what changed since the visit before, and what was proposed to be set back', async () => {
    const device = await report('CH-8', [
      ['18T08:00', { '2103': '100', '3739': '2' }],
      ['20T08:00', { '2103': '128', '3739': '2' }],
      ['21T08:00', { '2103': '96', '3739': '2' }],
    ]);
    await addVisit(device, '2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z');
    const body = { why: 'E130 rose', lines: [{ code: '08-2103-0', to: '128' }] };
    await call('POST', 'dealer', `/v1/device/${device}/codes/proposals`, body);
    const visitId = v7();
    const { pool } = platen().database;
    await pool.query(`insert into visit (visit_id, state, planned_day) values ($1, 'planned', '2026-11-27')`, [
      visitId,
    ]);
    await pool.query('insert into visit_device (device_id, visit_id) values ($1, $2)', [device, visitId]);
    const answer = await call('GET', 'dealer', `/v1/visits/${visitId}/pack`);
    const [page] = readVisitPack.answer.parse(await answer.json()).devices;
    expect(page).toMatchObject({ lastVisitAt: '2026-11-20T10:00:00.000Z', settingCount: 1 });
    expect(page?.codes).toMatchObject({ changes: [{ code: '08-2103-0', before: '128', after: '96' }], count: 1 });
    expect(page?.tasks).toMatchObject([
      { kind: 'setting', key: (await proposalsOf(device))[0]?.proposalId, code: '08-2103-0', from: '96', to: '128' },
    ]);
    expect(page?.tasks[0]?.text).toBe('E130 rose');
  });
});

test('GE-17: what an erased user wrote about codes stays with the mark, and is listed to be checked before', async () => {
  const { db, pool } = platen().database;
  const userId = v7();
  await pool.query(
    `insert into app_user (user_id, subject, name, role, agreed_terms_version, sees_all)
     values ($1, 'leaver', 'Lea', 'service', '1.0.1', true)`,
    [userId],
  );
  const device = await report('CH-9', [
    ['20T08:00', { '2103': '128', '3739': '2' }],
    ['21T08:00', { '2103': '96', '3739': '2' }],
  ]);
  const at = '2026-11-21T08:00:00.000Z';
  const note = {
    code: '08-2103-0',
    firstAfter: at,
    changedBy: 'Mr Abe',
    why: 'Thick paper',
    isAccepted: true,
    version: 0,
  };
  expect((await call('PUT', 'leaver', `/v1/device/${device}/codes/notes`, note)).status).toBe(200);
  const path = `/v1/device/${device}/codes/proposals`;
  const lines = [
    { code: '08-2103-0', to: '128' },
    { code: '08-3739-0', to: '0' },
  ];
  expect((await call('POST', 'leaver', path, { why: 'Ms Ito asked', lines })).status).toBe(200);
  const [line] = await proposalsOf(device);
  const answer = { version: 1, isDone: false, reason: 'Mr Ono waits' };
  expect((await call('POST', 'leaver', `${path}/${line?.proposalId}/answer`, answer)).status).toBe(200);
  const operator = { subject: 'os:operator', role: 'operator' } as const;
  expect((await listWrittenTexts(db, operator, 'leaver')).map(({ text }) => text).sort()).toEqual([
    'Mr Abe',
    'Mr Ono waits',
    'Ms Ito asked',
    'Thick paper',
  ]);
  await eraseUser(db, operator, 'leaver');
  const mark = `erased-${userId}`;
  expect((await proposalsOf(device)).map(({ proposedBy }) => proposedBy)).toEqual([mark, mark]);
  expect((await proposalsOf(device)).find(({ reason }) => reason !== null)?.answeredBy).toBe(mark);
  const { changes } = await changesOf(device);
  expect(changes[0]?.note?.writtenBy).toEqual({ userId, name: mark });
});
