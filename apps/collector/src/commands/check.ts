import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { sendStatus } from '@platen/contract/collectors';
import { errorBody } from '@platen/contract/errors';
import { toFailureReason, toServerUrl } from '../delivery/post.ts';
import { denialTexts, toDenial } from '../delivery/standing.ts';
import { parseJson } from '../platform/data-files.ts';
import { findProxy, type Line, openTls, openTunnel, ProxyRefusal, send, toHost, toPort } from '../platform/http.ts';
import { exitCode } from './command-line.ts';
import type { TextStream } from './surroundings.ts';

export interface CheckOptions {
  readonly server: URL;
  /** Undefined: this machine has not enrolled. */
  readonly key: string | undefined;
  readonly line: Line;
  readonly version: string;
}

/** The steps on the way to the server, in their order (CF-43). */
const steps = ['name', 'connection', 'proxy', 'certificate', 'server', 'key'] as const;
type Step = (typeof steps)[number];
type Result = { readonly ok: boolean; readonly text: string } | 'notNeeded';

const timeoutMs = 10_000;
const good = (text: string): Result => ({ ok: true, text });
const bad = (text: string): Result => ({ ok: false, text });

/**
 * Takes the way to the server step by step and names the first that fails, with what to do. Changes nothing,
 * here and on the server. Resolves to the exit code.
 */
export async function runCheck(options: CheckOptions, stdout: TextStream): Promise<number> {
  const proxy = findProxy(options.line, options.server);
  stdout.write(`${options.server.href}${proxy === undefined ? '' : ` through the proxy ${proxy.host}`}\n`);
  const work: Readonly<Record<Step, () => Promise<Result>>> = {
    name: () => checkName(proxy ?? options.server, proxy !== undefined),
    connection: () => checkConnection(proxy ?? options.server, proxy !== undefined),
    proxy: () => checkProxy(options, proxy),
    certificate: () => checkCertificate(options),
    server: () => checkServer(options),
    key: () => checkKey(options),
  };
  let failed: Step | undefined;
  for (const step of steps) {
    const result = failed === undefined ? await work[step]() : undefined;
    if (result === 'notNeeded') continue;
    const mark = result === undefined ? '-' : result.ok ? 'ok' : 'FAILED';
    stdout.write(`${mark.padEnd(7)} ${step.padEnd(12)} ${result?.text ?? 'not tried'}\n`);
    if (result?.ok === false) failed = step;
  }
  stdout.write(failed === undefined ? 'in short: the server is reached\n' : `in short: ${failed} fails\n`);
  return failed === undefined ? exitCode.done : exitCode.waiting;
}

async function checkName(url: URL, isProxy: boolean): Promise<Result> {
  const host = toHost(url);
  if (isIP(host) !== 0) return 'notNeeded';
  const whose = isProxy ? 'the proxy' : 'the server';
  try {
    const found = await lookup(host, { all: true });
    return good(`${host} is ${found.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    return bad(`${toFailureReason(error)}; check the name of ${whose}, and the name server (DNS) of this machine`);
  }
}

async function checkConnection(url: URL, isProxy: boolean): Promise<Result> {
  const [host, port] = [toHost(url), toPort(url)];
  try {
    (await openSocket(host, port)).destroy();
    return good(`${host} answers at port ${port}`);
  } catch (error) {
    const advice = isProxy
      ? 'check address and port of the proxy'
      : `a firewall must let this machine out to port ${port}, or a proxy is needed (--proxy)`;
    return bad(`${toFailureReason(error)}; ${advice}`);
  }
}

function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, autoSelectFamily: true, timeout: timeoutMs });
    socket.once('connect', () => resolve(socket)).once('error', reject);
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })));
  });
}

async function checkProxy({ line, server }: CheckOptions, proxy: URL | undefined): Promise<Result> {
  if (proxy === undefined) return 'notNeeded';
  try {
    (await openTunnel(line, proxy, server, AbortSignal.timeout(timeoutMs))).destroy();
    return good(`it connects to ${server.host}`);
  } catch (error) {
    if (!(error instanceof ProxyRefusal)) return bad(toFailureReason(error));
    const advice: Readonly<Record<number, string>> = {
      407: 'give them in its URL: --proxy http://user:password@proxy:port',
      403: `it must allow ${server.host}`,
    };
    return bad(`${error.message}; ${advice[error.status] ?? 'ask who runs the proxy'}`);
  }
}

async function checkCertificate({ line, server }: CheckOptions): Promise<Result> {
  if (server.protocol !== 'https:') return 'notNeeded';
  try {
    const socket = await openTls(line, server, AbortSignal.timeout(timeoutMs));
    const { valid_to: until } = socket.getPeerCertificate();
    socket.destroy();
    return good(`it is valid until ${new Date(until).toISOString().slice(0, 10)}`);
  } catch (error) {
    const issuer = await readIssuer(line, server).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const by = issuer === undefined ? '' : ` It was issued by '${issuer}'.`;
    const advice =
      code.includes('EXPIRED') || code.includes('NOT_YET')
        ? ' Check the clock of this machine.'
        : code.includes('ALTNAME')
          ? ' Check the name of the server.'
          : ' If that is an authority of this site, or a proxy that looks into traffic: --ca-file FILE names its certificate.';
    return bad(`${toFailureReason(error)}.${by}${advice}`);
  }
}

/** Who issued a certificate that is not accepted; nothing is sent over that connection. */
async function readIssuer(line: Line, server: URL): Promise<string | undefined> {
  const proxy = findProxy(line, server);
  const signal = AbortSignal.timeout(timeoutMs);
  const [host, port] = [toHost(server), toPort(server)];
  const through = proxy === undefined ? await openSocket(host, port) : await openTunnel(line, proxy, server, signal);
  const socket = connectTls({
    socket: through,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  });
  try {
    await new Promise((resolve, reject) => {
      socket.once('secureConnect', resolve).once('error', reject);
    });
    const { issuer } = socket.getPeerCertificate();
    return [issuer.CN ?? issuer.O].flat()[0];
  } finally {
    socket.destroy();
  }
}

/** An empty status: a Platen server refuses it after it has looked at the key, and stores nothing. */
async function ask({ line, server, key, version }: CheckOptions) {
  return send(line, toServerUrl(server, sendStatus.path), {
    method: sendStatus.method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': `platen-collector/${version}`,
    },
    body: '{}',
    signal: AbortSignal.timeout(timeoutMs),
    answerLimit: 64 * 1024,
  });
}

async function checkServer(options: CheckOptions): Promise<Result> {
  try {
    const { status, body } = await ask(options);
    if (errorBody.safeParse(parseJson(body)).success) return good('it is a Platen server');
    return bad(`what answers is no Platen server (status ${status}); check its address, also the path`);
  } catch (error) {
    return bad(toFailureReason(error));
  }
}

async function checkKey(options: CheckOptions): Promise<Result> {
  if (options.key === undefined) return bad('this machine has not enrolled: platen-collector enrol CODE --server URL');
  try {
    const { status, body } = await ask(options);
    const denial = toDenial(status, parseJson(body));
    if (denial !== undefined) return bad(denialTexts[denial]);
    if (status === 401 || status === 403)
      return bad('the server does not know it (any more): ask for a new code in the portal and enrol again');
    return status === 422
      ? good('the server accepts it')
      : bad(`the server answers with status ${status}; try again later`);
  } catch (error) {
    return bad(toFailureReason(error));
  }
}
