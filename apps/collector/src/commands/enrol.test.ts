import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrolCollector, toSignedText } from '@platen/contract/enrolment';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startAgent } from '../../test/agent.ts';
import { toRecorded, toTinyPrinter } from '../../test/recording.ts';
import { startTlsServer } from '../../test/site-network.ts';
import { readEnrolment, toNearNetworks, withEnrolment } from '../settings/enrolment.ts';
import { answer, IngestDouble } from '../testing/ingest-double.ts';
import { runInProcess } from '../testing/run-cli.ts';

let data: string;
let server: IngestDouble;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'platen-enrol-'));
  server = await IngestDouble.start();
});
afterEach(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const given = {
  collectorId: '01900000-0000-7000-8000-00000000abcd',
  name: 'ostend-1',
  key: 'plk_key-of-the-enrolment',
  site: { customerNumber: 'C-7', customerName: 'Ostend Road Logistics', site: 'Print room' },
  replaces: null,
};
const env = { PLATEN_COLLECTOR_SERVER: '', PLATEN_COLLECTOR_KEY: '', HTTPS_PROXY: '', https_proxy: '' };
const accept = () => {
  server.enrolment = { status: 200, body: given };
};
const enrol = (code = 'k7m4p-qx9td', ...more: string[]) =>
  runInProcess(['enrol', code, '--server', server.url.href, '--data', data, ...more], env);

describe('CF-02: enrol CODE', () => {
  test('makes keys, sends the public halves signed, and saves the answer for its owner alone', async () => {
    accept();
    const { code, stderr } = await enrol();
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^enrolled as 'ostend-1' at http.*fingerprint [0-9a-f]{16}\n$/),
    ]);
    const sent = enrolCollector.body?.parse(server.enrolments[0]);
    if (sent === undefined) throw new Error('nothing was sent');
    expect(sent).toMatchObject({ code: 'K7M4PQX9TD', host: expect.any(String), system: expect.any(String) });
    const identity = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: sent.publicKey }, format: 'jwk' });
    const text = Buffer.from(toSignedText('K7M4PQX9TD', sent.encryptionKey));
    expect(verify(null, text, identity, Buffer.from(sent.signature, 'base64url'))).toBe(true);
    expect(await readEnrolment(data)).toMatchObject({ name: 'ostend-1', key: given.key, site: given.site });
    expect(statSync(join(data, 'enrolment.json')).mode & 0o777).toBe(0o600);
    const saved = readFileSync(join(data, 'enrolment.json'), 'utf8');
    const secret = (JSON.parse(saved) as { identityKey: { d: string } }).identityKey.d;
    expect(JSON.stringify(server.enrolments)).not.toContain(secret);
  });

  test.each([
    [['manage'], 'manage'],
    [['all', 'off'], 'off'],
    [[''], undefined],
  ])('CF-10: who sits at the terminal is asked how far the portal may go: %j', async (answers, stored) => {
    accept();
    const typed = [...answers];
    const ask = () => Promise.resolve(typed.shift() ?? 'see');
    const args = ['enrol', 'k7m4p-qx9td', '--server', server.url.href, '--data', data];
    const { code, stderr } = await runInProcess(args, env, ask);
    expect([code, typed]).toEqual([0, []]);
    expect(stderr).toMatch(/^How far may the portal go\?\n/);
    expect(stderr.includes("'all' is none of off, see, manage")).toBe(answers.length > 1);
    expect((await readEnrolment(data))?.remote).toBe(stored);
  });

  test('CF-10: a level that was given is not asked for again', async () => {
    accept();
    const ask = () => Promise.reject(new Error('asked'));
    const args = ['enrol', 'k7m4p-qx9td', '--server', server.url.href, '--data', data, '--remote', 'off'];
    expect((await runInProcess(args, env, ask)).code).toBe(0);
    const again = args.slice(0, -2);
    expect((await runInProcess(again, { ...env, PLATEN_COLLECTOR_REMOTE: 'see' }, ask)).code).toBe(0);
  });

  test('after that it runs without settings: reads, and delivers for its customer and site', async () => {
    accept();
    await enrol();
    const printer = await startAgent(toRecorded(toTinyPrinter('TINY-1')));
    const args = ['--once', '--data', data, '--targets', `127.0.0.1:${printer.port}`, '--timeout', '1s'];
    const { code, stdout } = await runInProcess(args, env);
    await printer.stop();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/printers +1\n/)]);
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${given.key}`);
    expect(server.reports[0]).toMatchObject({
      source: { name: 'ostend-1' },
      site: { customerNumber: 'C-7', customerName: 'Ostend Road Logistics', description: 'Print room' },
    });
    expect(server.statuses[0]?.status).toMatchObject({ name: 'ostend-1', round: { printers: 1 } });
  });

  test('a container enrols at its first start with PLATEN_ENROL_CODE, and not again', async () => {
    accept();
    const code = { ...env, PLATEN_ENROL_CODE: 'K7M4P-QX9TD', PLATEN_COLLECTOR_SERVER: server.url.href };
    const args = ['--once', '--data', data, '--targets', '127.0.0.1:9', '--timeout', '10ms', '--retries', '0'];
    expect((await runInProcess(args, code)).code).toBe(0);
    expect((await runInProcess(args, code)).code).toBe(0);
    expect(server.enrolments).toHaveLength(1);
  });

  test('CF-40: an installer gives code, server and proxy by the environment, which other users do not see', async () => {
    accept();
    const args = ['enrol', '--data', data, '--remote', 'off'];
    expect(await runInProcess(args, env)).toMatchObject({ code: 2, stderr: expect.stringContaining('give one CODE') });
    const given = { ...env, PLATEN_ENROL_CODE: 'K7M4P-QX9TD', PLATEN_COLLECTOR_SERVER: server.url.href };
    expect((await runInProcess(args, given)).code).toBe(0);
    expect(await readEnrolment(data)).toMatchObject({ name: 'ostend-1', remote: 'off' });
  });

  test.each([
    [404, { errorCode: 204001 }, /does not know this code: check it for typing errors/],
    [410, { errorCode: 204002 }, /used already or has expired: ask for a new one/],
    [429, { errorCode: 203001 }, /too many tries.*wait a minute/],
    [404, {}, /is no Platen server, or one without enrolment \(status 404\)/],
    [200, { status: 'OK' }, /is no Platen server/],
  ])('a refusal is one line that says what to do: %s %j', async (status, body, text) => {
    server.enrolment = { status, body: { detail: [], ...body } };
    const { code, stderr } = await enrol();
    expect([code, stderr]).toEqual([2, expect.stringMatching(text)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await readEnrolment(data)).toBeUndefined();
  });

  test('a wrong form is refused before anything is sent, and so is a folder that cannot be used', async () => {
    expect((await enrol('K7M4P-QX9T0')).stderr).toContain('ten letters and digits');
    writeFileSync(join(data, 'format.json'), JSON.stringify({ format: 99 }));
    expect((await enrol()).code).toBe(5);
    expect(server.enrolments).toEqual([]);
  });

  test('CF-43: proxy and authority given with the code serve from then on', async () => {
    const { port, cert } = await startTlsServer((request, response) => {
      request.resume();
      answer(response, 200, request.url?.endsWith('/enrol') === true ? given : { status: 'OK' });
    }, 'localhost');
    const ca = join(data, 'ca.pem');
    writeFileSync(ca, cert);
    const url = `https://localhost:${port}`;
    expect((await runInProcess(['enrol', 'K7M4P-QX9TD', '--server', url, '--data', data], env)).stderr).toMatch(
      /cannot be reached: its certificate is self-signed.*platen-collector check/,
    );
    expect(
      (await runInProcess(['enrol', 'K7M4P-QX9TD', '--server', url, '--data', data, '--ca-file', ca], env)).code,
    ).toBe(0);
    rmSync(ca);
    const { stdout } = await runInProcess(['check', '--data', data], env);
    expect(stdout).toMatch(/^ok +certificate/m);
  });
});

describe('what an enrolled collector reads without settings', () => {
  const address = (cidr: string, internal = false) => ({
    address: cidr.split('/')[0] ?? '',
    netmask: '',
    family: 'IPv4' as const,
    mac: '',
    internal,
    cidr,
  });

  test('CF-44: the private networks of its machine, of wide ones the part around it, and what announces itself', async () => {
    const near = toNearNetworks({
      lo: [address('127.0.0.1/8', true)],
      eth0: [address('192.168.7.9/24'), address('203.0.113.9/24'), address('10.62.200.9/8')],
      wlan0: [address('172.20.5.9/20'), address('192.168.7.10/24')],
      docker0: [address('172.17.0.1/16')],
      tun0: [address('10.8.0.2/32')],
    });
    expect(near).toEqual(['192.168.7.0/24', '10.62.200.0/22', '172.20.4.0/22']);
    accept();
    await enrol();
    expect(withEnrolment({}, await readEnrolment(data), near)).toMatchObject({
      server: server.url.href,
      name: 'ostend-1',
      every: 900_000,
      sites: [{ name: 'Print room', mdns: true, targets: near, customerNumber: 'C-7', description: 'Print room' }],
    });
  });

  test('what a settings file says goes before', async () => {
    accept();
    await enrol();
    const own = {
      name: 'mine',
      every: 60_000,
      server: 'https://other.example',
      sites: [{ name: 'x', targets: '10.0.0.1' }],
    };
    expect(withEnrolment(own, await readEnrolment(data))).toEqual(own);
  });
});
