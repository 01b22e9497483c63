import { afterEach, describe, expect, it } from 'vitest';
import { ownRecording, readOptions, readPrinter } from '../../../test/read.ts';
import { toRecorded } from '../../../test/recording.ts';
import { type Forgery, startUserAgent, type UserAgent, type UserAgentOptions } from '../../../test/user-agent.ts';
import { type ReadOptions, readDevice } from '../../read/read-device.ts';
import { probe } from '../../read/site-reader.ts';
import { byCommunity, DeviceMemory, Secret, type UserAccess } from '../access.ts';
import { readElement, tags, writeElement, writeInteger, writeOid, writeSequence } from '../ber.ts';
import { openTransport } from '../transport.ts';
import type { AuthProtocol, PrivProtocol } from './protocols.ts';

const colour = ownRecording('colour-a3');
const whole = (await readPrinter(colour)).report;
const [authPassword, privPassword] = ['password of authentication', 'password of privacy'];

function user(auth?: AuthProtocol, priv?: PrivProtocol, change: Partial<UserAccess> = {}): UserAccess {
  return {
    kind: 'user',
    userName: 'reader',
    contextName: '',
    ...(auth === undefined ? {} : { auth: { protocol: auth, password: new Secret(authPassword) } }),
    ...(priv === undefined ? {} : { priv: { protocol: priv, password: new Secret(privPassword) } }),
    ...change,
  };
}
const usual = user('SHA-256', 'AES-128');

const running: UserAgent[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((agent) => agent.stop()));
});
async function started(options: Partial<UserAgentOptions> = {}): Promise<UserAgent> {
  const agent = await startUserAgent({ users: [usual], contexts: { '': colour }, ...options });
  running.push(agent);
  return agent;
}
const read = (
  agent: UserAgent,
  access: readonly ReadOptions['access'][number][] = [usual],
  change: Partial<ReadOptions> = {},
) => readDevice({ host: '127.0.0.1', port: agent.port }, { ...readOptions, access, ...change });
const isShort = { timeoutMs: 150, retries: 0 };

describe('a printer read as a user of SNMPv3', () => {
  it.each([
    [undefined, undefined],
    ['SHA-1', undefined],
    ['SHA-512', undefined],
    ['SHA-1', 'AES-128'],
    ['SHA-224', 'AES-256'],
    ['SHA-256', 'AES-256-C'],
    ['SHA-512', 'AES-256'],
    ['MD5', 'DES'],
  ] as const)('at the level %s, %s reports the same as over v2c', async (auth, priv) => {
    const access = user(auth, priv);
    const outcome = await read(await started({ users: [access] }), [access]);
    expect(outcome).toEqual({ kind: 'printer', report: whole, notes: [] });
  });

  it('is discovered with one report and one answer; the next reading begins with the answer', async () => {
    const agent = await started();
    const memory = new DeviceMemory();
    await read(agent, [usual], { memory });
    expect(agent.counts.reports).toEqual({ unknownEngineIds: 1 });
    const { received } = agent.counts;
    await read(agent, [usual], { memory });
    expect(agent.counts.reports).toEqual({ unknownEngineIds: 1 });
    expect(agent.counts.received - received).toBe(received - 1);
  });

  it('that reports its clock only to known users is asked for the time once', async () => {
    for (const plainReports of [false, true]) {
      const agent = await started({ hidesClock: true, plainReports });
      expect((await read(agent)).kind).toBe('printer');
      expect(agent.counts.reports).toEqual({ unknownEngineIds: 1, notInTimeWindows: 1 });
    }
  });

  it.each(['reboot', 'reset'] as const)('that restarts during a walk (%s) is discovered again once', async (how) => {
    const agent = await started({ restart: { after: 2, how } });
    expect(await read(agent)).toMatchObject({ kind: 'printer', report: whole });
    expect(agent.counts.reports).toEqual({ unknownEngineIds: 1, notInTimeWindows: 1 });
  });

  it('known from before is found again after a reboot, and when another engine replaces it', async () => {
    const memory = new DeviceMemory();
    const agent = await started({ restart: { after: 100, how: 'otherEngine' } });
    while (agent.counts.answered < 100) expect((await read(agent, [usual], { memory })).kind).not.toBe('silent');
    expect(await read(agent, [usual], { memory })).toMatchObject({ kind: 'printer', report: whole });
  });

  it('replaced during a walk yields no report of two devices', async () => {
    const agent = await started({ restart: { after: 2, how: 'otherEngine' } });
    const outcome = await read(agent, [usual], isShort);
    expect(JSON.stringify(outcome)).toMatch(/"failed".*silent|not read to the end/);
    expect(agent.counts.answered).toBe(2);
  });

  it('whose clock is never right is given up after one more try', async () => {
    const agent = await started({ clockRuns: 'random' });
    expect(await read(agent)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('clock') });
    expect(agent.counts.reports.notInTimeWindows).toBe(2);
  });

  it('that accepts only small messages gets small ones', async () => {
    const agent = await started({ largestMessage: 484 });
    expect(await read(agent)).toMatchObject({ kind: 'printer', report: whole });
  });
});

describe('contexts', () => {
  const bare = toRecorded('1.3.6.1.2.1.1.1.0|4|TOSHIBA e-STUDIO\n1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.1129.2.3.45.1');

  it('a device with its printer in context MFP is read there, configured or not', async () => {
    for (const contexts of [{ MFP: colour }, { '': bare, MFP: colour }, { '': [], MFP: colour }])
      for (const unknownContext of ['report', 'silent', 'authorizationError'] as const)
        for (const contextName of ['', 'MFP']) {
          const agent = await started({ contexts, unknownContext });
          const outcome = await read(agent, [{ ...usual, contextName }]);
          expect(outcome).toMatchObject({ kind: 'printer', report: whole });
        }
  });

  it('a device without that context is read in the default one', async () => {
    for (const unknownContext of ['report', 'silent', 'authorizationError'] as const) {
      const agent = await started({ contexts: { '': bare }, unknownContext });
      expect(await read(agent)).toMatchObject({ kind: expect.stringMatching(/rinter/) });
    }
  });

  it('a configured context that does not exist is named in the reason', async () => {
    const agent = await started();
    const outcome = await read(agent, [{ ...usual, contextName: 'elsewhere' }]);
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining("in context 'elsewhere': the device has no such context"),
    });
  });
});

describe('a device that refuses access reports why', () => {
  const wrong = new Secret('not the right password');
  it.each([
    ['does not know this user', { ...usual, userName: 'stranger' }],
    ['password or protocol is wrong', { ...usual, auth: { protocol: 'SHA-256', password: wrong } }],
    ['password or protocol is wrong', { ...usual, auth: { protocol: 'SHA-512', password: wrong } }],
    ['cannot decrypt', { ...usual, priv: { protocol: 'AES-128', password: wrong } }],
    ['does not accept this security level', user('SHA-256')],
    ['does not accept this security level', user()],
  ] as const)('%s', async (reason, access) => {
    const outcome = await read(await started(), [access]);
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining(reason) });
    expect(JSON.stringify(outcome)).not.toMatch(/not the right password|password of/);
  });

  it('further users are tried in order, then communities', async () => {
    const stranger = { ...usual, userName: 'stranger' };
    expect((await read(await started(), [stranger, usual])).kind).toBe('printer');
    const community = { kind: 'community', community: 'public', versions: ['2c'] } as const;
    expect((await read(await started(), [community, usual])).kind).toBe('printer');
    const { outcome } = await readByCommunity([usual, community]);
    expect(outcome.kind).toBe('printer');
  });
});

async function readByCommunity(access: ReadOptions['access']) {
  const { readServed } = await import('../../../test/read.ts');
  return readServed(colour, {}, { access });
}

describe('a search', () => {
  it('finds a device that supports only SNMPv3, for any user', async () => {
    const agent = await started();
    const target = { host: '127.0.0.1', port: agent.port };
    const transport = openTransport();
    const options = { transport, timeoutMs: 150, retries: 0 };
    const community = byCommunity('public');
    expect(await probe(target, { ...options, access: [community, { ...usual, userName: 'stranger' }] })).toBe(true);
    expect(await probe(target, { ...options, access: [community] })).toBe(false);
    transport.close();
  });
});

describe('answers that must be rejected', () => {
  const forgeries: [string, (answer: Forgery) => Partial<Forgery>][] = [
    [
      'signed with another key',
      ({ keys }) => ({ keys: { ...keys, auth: { protocol: 'SHA-256', key: Buffer.alloc(32, 7) } } }),
    ],
    ['of another engine', () => ({ engineId: Buffer.from('8000000009', 'hex') })],
    ['for another user', () => ({ userName: 'stranger' })],
    ['that are neither signed nor encrypted', () => ({ keys: {} })],
    ['signed, but not encrypted', ({ keys }) => ({ keys: keys.auth === undefined ? {} : { auth: keys.auth } })],
    ['of another context', () => ({ contextName: 'other' })],
    ['of hours before', ({ time }) => ({ time: Math.max(0, time - 900) })],
    ['of before the last reboot', ({ boots }) => ({ boots: boots - 1 })],
    ['to another request', () => ({ pdu: lie(writeInteger(0x1234_5678)) })],
  ];
  it.each(forgeries)('%s are ignored', async (_, change) => {
    let isFirst = true;
    const agent = await started({
      forge: (answer) => {
        // The first answer verifies the clock; from then on older ones are recognised.
        if (isFirst) {
          isFirst = false;
          return [];
        }
        return [{ ...answer, pdu: lie(toId(answer.pdu)), ...change(answer) }];
      },
    });
    expect(await read(agent)).toEqual({ kind: 'printer', report: whole, notes: [] });
  });

  it('without their defect they would be accepted', async () => {
    const agent = await started({ forge: (answer) => [{ ...answer, pdu: lie(toId(answer.pdu)) }] });
    expect(await read(agent, [usual], isShort)).not.toMatchObject({ kind: 'printer', report: whole });
  });
});

const toId = (pdu: Uint8Array): Uint8Array => {
  const id = readElement(readElement(pdu, 0)?.body ?? pdu, 0);
  return writeElement(tags.integer, id?.body ?? pdu);
};

/** A response that would change the report. */
function lie(id: Uint8Array): Uint8Array {
  const value = writeElement(tags.octets, Buffer.from('FORGED'));
  const varbind = writeSequence(tags.sequence, [writeOid('1.3.6.1.2.1.43.5.1.1.17.1'), value]);
  return writeSequence(tags.response, [id, writeInteger(0), writeInteger(0), writeSequence(tags.sequence, [varbind])]);
}
