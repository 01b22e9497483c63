import { summariseDevice } from '@platen/diagnosis/judge/fit-family';
import type { JudgeContext } from '@platen/diagnosis/judge/models';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createJudgedDevices, pages, withSign } from '../../../test/judged-devices.ts';
import { dayMs } from '../../base/time.ts';
import type { HistoryTexts } from '../../history/history-texts.ts';
import { markUnjudged } from '../../store/mark-unjudged.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { judgeBatch } from './judge-batch.ts';
import { judgeDue } from './judge-due.ts';
import { digestInput } from './unchanged.ts';

const { database, device, judgement, send } = await createJudgedDevices();

const minute = 60_000;
/** Noon of yesterday: the reports of a test are of one day, whenever it runs. */
const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
const at = (minutes: number) => new Date(noon + minutes * minute);

/** Judges what is due; the number of devices that were really judged. */
async function judgeAll(now = new Date()): Promise<number> {
  let calls = 0;
  const judge: Diagnosis['judge'] = (history, context) => {
    calls += 1;
    return withSign(history, context);
  };
  const diagnosis = { judge, summarise: summariseDevice, fit: () => ({ devices: 1 }) };
  await judgeDue(database.db, { now: () => now, offlineHours: 48, diagnosis });
  return calls;
}

/** A device with a judgement that was given what the one before it left behind. */
async function sendAndJudge(serial: string): Promise<string> {
  const deviceId = await send(serial, at(0), pages(6000));
  await judgeAll();
  await send(serial, at(10), pages(6000));
  expect(await judgeAll()).toBe(1);
  return deviceId;
}

const stored = async (deviceId: string) =>
  (
    await database.owner.query('select result::text, summary::text from device_judgement where device_id = $1', [
      deviceId,
    ])
  ).rows[0];

describe('a report that says nothing new', () => {
  test('PR-05: the stored judgement covers it, and is what judging again makes, letter by letter', async () => {
    const deviceId = await sendAndJudge('U1');
    const before = await stored(deviceId);
    const first = await judgement(deviceId);
    await send('U1', at(70), pages(6000));
    expect(await judgeAll()).toBe(0);
    const { received_at, processed_at, status } = await device(deviceId);
    expect(await judgement(deviceId)).toMatchObject({ through: received_at });
    expect((await judgement(deviceId))?.judged_at.getTime()).toBeGreaterThan(first?.judged_at.getTime() ?? 0);
    expect(processed_at?.getTime()).toBeGreaterThanOrEqual(received_at.getTime());
    expect(status).toBe('warning');
    await markUnjudged(database.db, [deviceId]);
    expect(await judgeAll()).toBe(1);
    expect(await stored(deviceId)).toEqual(before);
  });

  const changes: Readonly<Record<string, (deviceId: string) => Promise<unknown>>> = {
    'more pages': () => send('U2', at(90), pages(6001)),
    'a late report of an earlier day': () => send('U2', at(-2 * 24 * 60), pages(5000)),
    'a threshold': (id) =>
      sql`insert into code_setting values (${id}, '05', 3612, 0, 5, 4, 'x', now())`.execute(database.db),
    'a recorded replacement': (id) =>
      sql`insert into device_replacement (device_id, item, replaced_on, origin)
        values (${id}, 'part.6250', current_date - 1, 'recorded')`.execute(database.db),
    'a model of the family': () =>
      sql`insert into family_model (family, fitted_at, devices, body) values ('', now(), 1, '{"devices": 1}')`.execute(
        database.db,
      ),
    'a wish to judge everything': () =>
      sql`insert into job_run (job, asked_at) values ('judge', now())`.execute(database.db),
    'a judgement by a server that knows no digests': (id) =>
      sql`update device_judgement set judged_at = now() where device_id = ${id}`.execute(database.db),
  };
  test.each(Object.entries(changes))('PR-05: with %s the device is judged again', async (_, change) => {
    const deviceId = await sendAndJudge('U2');
    await change(deviceId);
    await send('U2', at(80), pages(6000));
    expect(await judgeAll()).toBe(1);
  });

  test('PR-09: on the next day the device is judged again', async () => {
    await sendAndJudge('U3');
    await send('U3', at(70), pages(6000));
    expect(await judgeAll(new Date(Date.now() + dayMs))).toBe(1);
  });

  test('CD-20: a device that is marked at the same moment is judged again', async () => {
    const deviceId = await sendAndJudge('U4');
    await send('U4', at(70), pages(6000));
    const other = await send('U5', at(70), pages(6000));
    const marked: Promise<unknown>[] = [];
    const judge: Diagnosis['judge'] = (history, context) => {
      marked.push(markUnjudged(database.db, [deviceId]));
      return withSign(history, context);
    };
    const result = await judgeBatch(database.db, [deviceId, other], {
      diagnosis: { judge, summarise: summariseDevice },
      findModel: () => undefined,
      now: new Date(),
      offlineHours: 48,
    });
    expect(result).toMatchObject({ judged: 2, unchanged: 1 });
    await Promise.all(marked);
    expect(await judgeAll()).toBe(1);
  });
});

describe('the digest of the input', () => {
  const text = fc.option(fc.constantFrom('', '[]', '[1]', '[1][]'), { nil: undefined });
  const texts: fc.Arbitrary<HistoryTexts> = fc.record({
    facts: fc.record({
      series: fc.constantFrom(null, 'A'),
      model: fc.constantFrom(null, 'A'),
      firmware: fc.constant(null),
      perMinute: fc.constantFrom(null, 40),
      inputs: fc.constant(null),
    }),
    readings: text,
    pages: text,
    errors: text,
    replacements: text,
    foundGood: text,
    causes: text,
  });
  const context: fc.Arbitrary<JudgeContext> = fc.record({
    today: fc.constantFrom(20_000, 20_001),
    model: fc.option(fc.record({ devices: fc.constantFrom(1, 2) }), { nil: undefined }),
    thresholds: fc.constantFrom([], [{ kind: '05' as const, main: 1, sub: 0, alert: 5, clear: null }]),
    codes: fc.constantFrom([], [{ day: 1, values: new Map([['05-1-0', '2']]) }], [{ day: 1, values: new Map() }]),
    opened: fc.constantFrom(undefined, {}, { hdd: { '0': { level: 1 } } }),
    pastRisks: fc.constantFrom(undefined, [], [{ day: 1, causes: [] }]),
  });
  /** Everything, with what JSON leaves out. */
  const whole = (input: unknown) =>
    JSON.stringify(input, (_, value: unknown) =>
      value === undefined ? 'nothing' : value instanceof Map ? [...value] : value,
    );

  test('0800: it is the same for equal inputs alone', () => {
    fc.assert(
      fc.property(texts, context, texts, context, (texts1, context1, texts2, context2) => {
        const isSame = digestInput(texts1, context1).equals(digestInput(texts2, context2));
        expect(isSame).toBe(whole([texts1, context1]) === whole([texts2, context2]));
        expect(digestInput(structuredClone(texts1), structuredClone(context1))).toEqual(digestInput(texts1, context1));
      }),
    );
    // One text alone differs, or moves to its neighbour.
    fc.assert(
      fc.property(texts, context, text, (one, with1, other) => {
        const isSame = digestInput(one, with1).equals(digestInput({ ...one, pages: other }, with1));
        expect(isSame).toBe(one.pages === other);
      }),
    );
  });
});
