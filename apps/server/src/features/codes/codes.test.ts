import type { readCode05 } from '@platen/contract/codes';
import type { AnswerOf } from '@platen/contract/endpoint';
import { toFleetCodes } from '@platen/diagnosis/codes/fleet-codes';
import { reproduce } from '@platen/diagnosis/figures/reproduce';
import { describe, expect, test } from 'vitest';
import { codedDevicesAt } from '../../../test/coded-devices.ts';
import { addSections } from '../../../test/telemetry.ts';
import { addDevices, addGroup } from '../../../test/test-app.ts';
import { toFleetBody, toFleetLine } from '../../device/fleet-line.ts';
import { fitCodes } from '../../jobs/fit/fit-codes.ts';

const now = new Date('2026-11-21T10:00:00Z');
const { platen, read, addDevice } = codedDevicesAt(now);
async function addFleet(scope: 'model' | 'line', name: string, kind: '05' | '08', tables: Record<string, string>[]) {
  const fleet = toFleetCodes(
    tables.map((table) => new Map(Object.entries(table))),
    (index) => `D-${index % 3}`,
  );
  const body = JSON.stringify(toFleetBody(scope === 'model' ? 'usual' : 'levels', fleet));
  await platen()
    .database.db.insertInto('fleet_code')
    .values({ scope, name, kind, fitted_at: now, devices: fleet.devices, body })
    .execute();
}

describe('the tables', () => {
  test('AP-21 AP-22 AP-23 CD-01..CD-03: values as reported, in the order of the codes; no values of the fleet while none are known', async () => {
    const id = await addDevice();
    const none = { alertThreshold: null, clearThreshold: null };
    const comparedWith = { usual: null, levels: null };
    const unknown = { modeValue: null, averageValue: null, outlierLevel: null, ...none };
    expect(await read(id, '05')).toEqual({
      codes: [
        { main: 2000, sub: 0, currentValue: 'A0', ...unknown },
        { main: 3612, sub: 0, currentValue: '128', ...unknown },
        { main: 3612, sub: 1, currentValue: '-8', ...unknown },
      ],
      comparedWith,
    });
    expect(await read(id, '08')).toEqual({
      codes: [{ main: 9000, sub: 2, currentValue: '1', ...unknown }],
      comparedWith,
    });
    expect(await read(id, '13')).toEqual({
      codes: [
        { main: 100, currentValue: 'on' },
        { main: 401, currentValue: '7' },
      ],
    });
    const [silent = ''] = await addDevices(platen().database, [{}]);
    for (const kind of ['05', '08']) expect(await read(silent, kind)).toEqual({ codes: [], comparedWith });
    expect(await read(silent, '13')).toEqual({ codes: [] });
  });

  test('CD-01 OQ-75: mode and average are over the model, the outlier level over family and firmware', async () => {
    const id = await addDevice({ model: 'MFP 1', series: 'ALPHA', firmware_version: 'T1' });
    const line = toFleetLine('ALPHA', 'T1');
    // The model's values lie around 200, the line's around 100 with a spread of 5: 128 is usual for neither,
    // A0 for both.
    await addFleet(
      'model',
      'MFP 1',
      '05',
      Array.from({ length: 30 }, () => ({ '3612.0': '200', '2000.0': 'A0' })),
    );
    await addFleet(
      'line',
      line,
      '05',
      Array.from({ length: 210 }, (_, n) => ({ '3612.0': String(90 + (n % 21)), '2000.0': 'A0' })),
    );
    await addFleet(
      'line',
      line,
      '08',
      Array.from({ length: 19 }, () => ({ '9000.2': '1' })),
    );
    await addFleet(
      'model',
      'MFP 1',
      '08',
      Array.from({ length: 19 }, () => ({ '9000.2': '1' })),
    );
    expect(await read(id, '05')).toMatchObject({
      codes: [
        { main: 2000, modeValue: 'A0', averageValue: null, outlierLevel: 0 },
        { main: 3612, sub: 0, modeValue: '200', averageValue: '200', outlierLevel: 1 },
        { main: 3612, sub: 1, modeValue: null, averageValue: null, outlierLevel: null },
      ],
      comparedWith: {
        usual: { scope: 'model', name: 'MFP 1', devices: 20 },
        levels: { scope: 'line', name: line, devices: 100 },
      },
    });
    expect(await read(id, '08')).toMatchObject({
      codes: [{ modeValue: null, averageValue: null, outlierLevel: null }],
    });
  });

  test('M1 CD-07 CD-08 CD-09: a model and firmware with too few devices are compared within the family, then with related families', async () => {
    const add = async (series: string, firmware: string, count: number, value: string, dealers: readonly string[]) => {
      const ids = await addDevices(
        platen().database,
        Array.from({ length: count }, (_, n) => ({
          model: `MFP ${series} ${firmware}`,
          series,
          firmware_version: firmware,
          dealer_number: dealers[n % dealers.length] ?? '',
          group_ids: [1],
        })),
      );
      for (const id of ids)
        await addSections(platen().database, id, { codes: { code05: [{ main: 3612, sub: 0, value }] } });
      return ids[0] ?? '';
    };
    const three = ['D-1', 'D-2', 'D-3'];
    const ofFamily = await add('REUSS2', 'T1', 15, '5', three);
    for (const firmware of ['T2', 'T3']) await add('REUSS2', firmware, 15, '5', three);
    const ofRelated = await add('REUSS', 'T1', 4, '9', three);
    const ofOneDealer = await add('CASPIAN', 'T1', 30, '5', ['D-1', 'D-2']);
    await fitCodes(platen().database.db, async () => undefined);

    expect(await read(ofFamily, '05')).toMatchObject({
      codes: [{ modeValue: '5', averageValue: '5', outlierLevel: 0 }],
      comparedWith: {
        usual: { scope: 'family', name: 'REUSS2', devices: 20 },
        levels: { scope: 'family', name: 'REUSS2', devices: 20 },
      },
    });
    // The four devices of the other family are in no average: 45 devices of value 5 are.
    const related = { scope: 'related', name: 'REUSS, REUSS2, REUSS3, REUSS3_HHH', devices: 20 };
    expect(await read(ofRelated, '05')).toMatchObject({
      codes: [{ modeValue: '5', averageValue: '5', outlierLevel: 1 }],
      comparedWith: { usual: related, levels: related },
    });
    // Two dealers are too few for others; the user of this test sees these devices.
    expect(await read(ofOneDealer, '05')).toMatchObject({ comparedWith: { usual: { scope: 'visible', devices: 30 } } });
    const evidence = await (await platen().get('service', `/v1/device/${ofRelated}/evidence`)).json();
    expect(evidence).toMatchObject({
      evidence: {
        'codes.05.modeValue': { source: `fleet: ${related.name}`, raw: '20', also: [{ raw: 'related' }] },
        'codes.05.outlierLevel': { source: `fleet: ${related.name}`, raw: '20', also: [{ raw: 'related' }] },
      },
    });
  });

  test('AP-05 CD-03 OQ-75: every level follows from what its row sends with it', async () => {
    const ofLine = { series: 'DELTA', firmware_version: 'T1' };
    const line = toFleetLine('DELTA', 'T1');
    const skewed = (n: number) => String(Math.round(Math.exp(n / 12) * 20));
    await addFleet(
      'line',
      line,
      '05',
      Array.from({ length: 150 }, (_, n) => ({
        '3612.0': String(90 + (n % 21)),
        '3612.1': skewed(n % 60),
        '2000.0': n === 0 ? 'B1' : 'A0',
      })),
    );
    const levels: unknown[] = [];
    for (const [value, other, text] of [
      ['100', '20', 'A0'],
      ['128', '900000', 'B1'],
      ['180', '4000', 'C2'],
      ['no number', '-5', 'A0'],
    ] as const) {
      const [id = ''] = await addDevices(platen().database, [{ group_ids: [1], ...ofLine }]);
      const code05 = [
        { main: 3612, sub: 0, value },
        { main: 3612, sub: 1, value: other },
        { main: 2000, sub: 0, value: text },
      ];
      await addSections(platen().database, id, { codes: { code05 } });
      const { codes: rows } = (await read(id, '05')) as AnswerOf<typeof readCode05>;
      for (const { currentValue, outlierLevel, scale } of rows) {
        const inputs = {
          kind: 'codeLevel' as const,
          value: currentValue,
          ...(scale && { scale }),
          rarity: outlierLevel,
        };
        // A number off the mode is judged by its distance alone.
        const made = reproduce('codeLevel', scale === undefined ? inputs : { ...inputs, rarity: null });
        expect({ currentValue, made }).toEqual({ currentValue, made: outlierLevel });
        if (scale !== undefined) levels.push(outlierLevel);
      }
    }
    expect(new Set(levels)).toEqual(new Set([0, 1, 3]));
  });

  test('M1 CD-07 CD-08 CD-09: where the fleet gives nothing, codes are compared with the devices that the user may see, and no others', async () => {
    await addGroup(platen().database, 12, 'Own', 'dealer');
    await addGroup(platen().database, 13, 'Others');
    const add = async (count: number, group: number, value: string) => {
      const one = {
        model: 'MFP V',
        series: 'VICTOR',
        firmware_version: 'T1',
        dealer_number: 'D-1',
        group_ids: [group],
      };
      const ids = await addDevices(
        platen().database,
        Array.from({ length: count }, () => one),
      );
      for (const id of ids)
        await addSections(platen().database, id, { codes: { code05: [{ main: 3612, sub: 0, value }] } });
      return ids[0] ?? '';
    };
    const own = await add(6, 12, '5');
    await add(30, 13, '9');
    await fitCodes(platen().database.db, async () => undefined);
    const of = async (subject: string): Promise<unknown> =>
      (await platen().get(subject, `/v1/device/${own}/code/05`)).json();
    expect(await of('dealer')).toMatchObject({
      codes: [{ modeValue: '5', averageValue: '5', outlierLevel: null }],
      comparedWith: { usual: { scope: 'visible', name: 'VICTOR', devices: 6 }, levels: null },
    });
    expect(await of('service')).toMatchObject({
      codes: [{ modeValue: '9' }],
      comparedWith: {
        usual: { scope: 'visible', name: 'VICTOR', devices: 36 },
        levels: { scope: 'visible', name: 'VICTOR T1', devices: 36 },
      },
    });
  });

  test('M1: a setting of 26 devices of one other dealer is in no answer of a dealer with a device of that model', async () => {
    const owners = Array.from({ length: 26 }, () => 'D-B').concat('D-C', 'D-A');
    const ids = await addDevices(
      platen().database,
      owners.map((dealer_number) => ({
        model: 'MFP S',
        series: 'SIERRA',
        firmware_version: 'T9',
        dealer_number,
        group_ids: dealer_number === 'D-A' ? [1] : [],
      })),
    );
    for (const [n, id] of ids.entries()) {
      const value = owners[n] === 'D-B' ? 'PIN-4711' : `own-${n}`;
      const code08 = ['9999', '8888'].map((main) => ({
        main: Number(main),
        sub: 0,
        value: main === '9999' ? value : '4711',
      }));
      await addSections(platen().database, id, { codes: { code08 } });
    }
    await fitCodes(platen().database.db, async () => undefined);
    const own = ids.at(-1) ?? '';
    const codes = await (await platen().get('dealer', `/v1/device/${own}/code/08`)).text();
    expect(codes).toContain('own-27');
    expect(codes).not.toContain('PIN');
    expect(JSON.parse(codes)).toMatchObject({
      codes: [
        { main: 8888, modeValue: '4711' },
        { main: 9999, modeValue: null },
      ],
    });
    const evidence = await (await platen().get('dealer', `/v1/device/${own}/evidence`)).text();
    expect(JSON.parse(evidence)).toMatchObject({ evidence: { 'codes.08.modeValue': { raw: '20' } } });
    const { rows } = await platen().database.pool.query<{ body: unknown }>('select body from fleet_code');
    expect(JSON.stringify(rows)).not.toMatch(/PIN|own-/);
  });
});
