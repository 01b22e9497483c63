import { createSocket } from 'node:dgram';
import { createSession, ObjectType, type Varbind, Version1, Version2c } from 'net-snmp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, startAgent } from './agent.ts';
import { toEntries } from './mib/to-entries.ts';
import { toFleet } from './model/fleet.ts';
import type { Machine } from './model/machine.ts';
import { shapes } from './model/shapes.ts';
import { toState } from './model/state.ts';
import { View } from './snmp/view.ts';

const at = Date.UTC(2026, 10, 20, 10, 0);
const fleet = toFleet('test', shapes.length);
const agents: Agent[] = [];

beforeAll(async () => {
  for (const machine of fleet)
    agents.push(await startAgent({ machine, host: '127.0.0.1', port: 0, community: 'public', now: () => at }));
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
});

const machineOf = (model: string): Machine => {
  const machine = fleet.find((one) => one.model === model);
  if (machine === undefined) throw new Error(`no ${model}`);
  return machine;
};
function openSession(model: string, version: typeof Version1 | typeof Version2c, community = 'public') {
  const port = agents[fleet.indexOf(machineOf(model))]?.port;
  if (port === undefined) throw new Error('not started');
  return createSession('127.0.0.1', community, { port, version, timeout: 1500, retries: 0 });
}
async function walk(model: string, version: typeof Version1 | typeof Version2c): Promise<Map<string, Varbind>> {
  const session = openSession(model, version);
  const found = new Map<string, Varbind>();
  await new Promise<void>((resolve, reject) => {
    session.walk(
      '1.3.6.1.2.1',
      25,
      (varbinds: Varbind[]) => {
        for (const varbind of varbinds) found.set(varbind.oid, varbind);
      },
      (error?: Error | null) => (error === null || error === undefined ? resolve() : reject(error)),
    );
  });
  session.close();
  return found;
}
const get = async (model: string, version: typeof Version1 | typeof Version2c, oids: string[], community?: string) => {
  const session = openSession(model, version, community);
  try {
    return await new Promise<Varbind[]>((resolve, reject) => {
      session.get(oids, (error, varbinds) => (error === null ? resolve(varbinds ?? []) : reject(error)));
    });
  } finally {
    session.close();
  }
};
const inView = (model: string) => {
  const machine = machineOf(model);
  return new View(toEntries(machine, toState(machine, at))).entries.map((entry) => entry.oid.join('.'));
};

describe('simulated agent over UDP', () => {
  test.each(['A3-C5510', 'L420', 'MX-3100F', 'LP-220', 'InkStation 710'])(
    'a GETBULK walk of %s finds every object once and in order',
    async (model) => {
      expect([...(await walk(model, Version2c)).keys()]).toEqual(inView(model));
    },
  );

  test('a GETNEXT walk in v1 finds the same', async () => {
    expect([...(await walk('A3-C5510', Version1)).keys()]).toEqual(inView('A3-C5510'));
    expect([...(await walk('LX 12', Version1)).keys()]).toEqual(inView('LX 12'));
  });

  test('repetitions are counted for each column, as the protocol says', async () => {
    const session = openSession('A3-C5510', Version2c);
    const columns = ['1.3.6.1.2.1.43.11.1.1.6', '1.3.6.1.2.1.43.11.1.1.8', '1.3.6.1.2.1.43.11.1.1.9'];
    const answer = await new Promise<unknown[]>((resolve, reject) => {
      session.getBulk(columns, 0, 4, (error, varbinds) => (error === null ? resolve(varbinds ?? []) : reject(error)));
    });
    session.close();
    expect(answer).toHaveLength(3);
    for (const column of answer) expect(column).toHaveLength(4);
  });

  test('serial, counter and levels are those of the model', async () => {
    const machine = machineOf('L420');
    const state = toState(machine, at);
    const [serial, pages, capacity, level] = await get('L420', Version2c, [
      '1.3.6.1.2.1.43.5.1.1.17.1',
      '1.3.6.1.2.1.43.10.2.1.4.1.1',
      '1.3.6.1.2.1.43.11.1.1.8.1.1',
      '1.3.6.1.2.1.43.11.1.1.9.1.1',
    ]);
    expect(String(serial?.value)).toBe(machine.serial);
    expect(pages).toMatchObject({ type: ObjectType.Counter, value: state.pages });
    expect(capacity?.value).toBe(12_000);
    expect(level?.value).toBe(state.supplies[0]?.level);
  });

  test('levels of the makers that know little: some remaining, unknown capacity', async () => {
    const oids = ['1.3.6.1.2.1.43.11.1.1.8.1.1', '1.3.6.1.2.1.43.11.1.1.9.1.1'];
    expect((await get('LP-220', Version2c, oids)).map((varbind) => varbind.value)).toEqual([-2, -3]);
    const [capacity, level] = await get('LP-90N', Version2c, oids);
    expect(capacity?.value).toBe(-2);
    expect(level?.value).toBeGreaterThanOrEqual(0);
  });

  test('texts of the Japanese makers are UTF-8', async () => {
    const [supply] = await get('MX-3100F', Version2c, ['1.3.6.1.2.1.43.11.1.1.6.1.1']);
    expect(String(supply?.value)).toBe('ブラックトナー');
  });

  test('one without GETBULK refuses it and answers GETNEXT', async () => {
    const session = openSession('LP-90N', Version2c);
    const refused = await new Promise<Error | null>((resolve) => {
      session.getBulk(['1.3.6.1.2.1.1'], 0, 5, (error) => resolve(error));
    });
    expect(refused?.message).toContain('GeneralError');
    const next = await new Promise<Varbind[]>((resolve, reject) => {
      session.getNext(['1.3.6.1.2.1.1'], (error, varbinds) =>
        error === null ? resolve(varbinds ?? []) : reject(error),
      );
    });
    session.close();
    expect(next[0]?.oid).toBe('1.3.6.1.2.1.1.1.0');
  });

  test('one of v1 is silent to v2c, and every one to a wrong community', async () => {
    await expect(get('LX 12', Version2c, ['1.3.6.1.2.1.1.1.0'])).rejects.toThrow('timed out');
    await expect(get('L420', Version2c, ['1.3.6.1.2.1.1.1.0'], 'secret')).rejects.toThrow('timed out');
  });

  test('a missing object is answered as the SNMP version defines', async () => {
    const missing = '1.3.6.1.2.1.99.1.0';
    expect((await get('L420', Version2c, [missing]))[0]?.type).toBe(ObjectType.NoSuchObject);
    await expect(get('L420', Version1, [missing])).rejects.toThrow('NoSuchName');
  });

  test('nonsense does not end it', async () => {
    const port = agents[1]?.port ?? 0;
    const socket = createSocket('udp4');
    const packets = [
      [],
      [0x30],
      [0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
      [0x30, 3, 2, 1, 1],
      Array.from({ length: 1400 }, (_, i) => i % 256),
    ];
    for (const packet of packets)
      await new Promise<void>((resolve) => {
        socket.send(Buffer.from(packet), port, '127.0.0.1', () => resolve());
      });
    socket.close();
    expect(await get('L420', Version2c, ['1.3.6.1.2.1.1.5.0'])).toHaveLength(1);
  });
});
