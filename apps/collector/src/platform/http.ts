import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import tls, { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import * as z from 'zod/mini';

/** How the server is reached from this site. */
export interface Line {
  /** Proxy for https, with user and password in its URL if it asks for them. */
  readonly proxy?: URL | undefined;
  /** Hosts that are reached without it, as in the variable NO_PROXY. */
  readonly noProxy?: string | undefined;
  /** Certificates (PEM) of authorities of the site, in addition to the usual ones. */
  readonly authorities?: string | undefined;
}

/** The proxy refuses the connection; `status` is its answer. */
export class ProxyRefusal extends Error {
  override name = 'ProxyRefusal';
  readonly status: number;
  constructor(status: number, proxy: URL) {
    super(
      status === 407
        ? `the proxy ${proxy.host} asks for a user and a password, or does not accept these (status 407)`
        : `the proxy ${proxy.host} refuses the connection (status ${status})`,
    );
    this.status = status;
  }
}

/** Something on the way to the proxy failed. */
export class ProxyUnreachable extends Error {
  override name = 'ProxyUnreachable';
  constructor(proxy: URL, cause: unknown) {
    super(`the proxy ${proxy.host} cannot be reached`, { cause });
  }
}

interface Sending {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Octets of an answer; of a longer one nothing is returned. */
  readonly answerLimit: number;
}
export interface Received {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/** Sends a request; never follows a redirect. Throws the error of the system, or of the signal. */
export async function send(line: Line, url: URL, sending: Sending): Promise<Received> {
  const { method, signal, answerLimit } = sending;
  signal.throwIfAborted();
  const body = typeof sending.body === 'string' ? Buffer.from(sending.body) : sending.body;
  const headers = { ...sending.headers, ...(body === undefined ? {} : { 'content-length': String(body.length) }) };
  try {
    const options = { method, headers: { ...headers, connection: 'close' }, signal };
    const socket = url.protocol === 'https:' ? await openTls(line, url, signal) : undefined;
    const request =
      socket === undefined
        ? requestPlain(url, { ...options, agent: false })
        : requestTls(url, { ...options, createConnection: () => socket });
    const answer = await answerTo(request, body);
    const text = await readText(answer, answerLimit);
    const { statusCode = 0 } = answer;
    return { status: statusCode, header: (name) => [answer.headers[name] ?? []].flat()[0] ?? null, body: text };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error;
  }
}

function answerTo(request: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
    request.end(body);
  });
}

/** Reads a bounded number of octets: an answer is small, and it may come from another server. */
async function readText(answer: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const octets: Buffer = Buffer.from(chunk);
    size += octets.length;
    if (size > limit) {
      answer.destroy();
      return '';
    }
    chunks.push(octets);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A connection to the server with its certificate checked, through the proxy where one applies. */
export async function openTls(line: Line, url: URL, signal: AbortSignal): Promise<TLSSocket> {
  const proxy = findProxy(line, url);
  const through = proxy === undefined ? undefined : await openTunnel(line, proxy, url, signal);
  const host = toHost(url);
  const socket = connectTls({
    ...toTrust(line),
    ...(through === undefined ? { host, port: toPort(url), autoSelectFamily: true } : { socket: through }),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  return await whenOpen(socket, 'secureConnect', signal);
}

/** The name or address of a URL; that of IPv6 without its brackets. */
export const toHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
export const toPort = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** Asks the proxy for a connection to the server (RFC 9110 section 9.3.6). */
export async function openTunnel(line: Line, proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${url.hostname}:${toPort(url)}`;
  const request = (proxy.protocol === 'https:' ? requestTls : requestPlain)({
    host: toHost(proxy),
    port: toPort(proxy),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...toProxySignIn(proxy) },
    signal,
    agent: false,
    ...(proxy.protocol === 'https:' && toTrust(line)),
  });
  const [answer, socket] = await new Promise<[IncomingMessage, Socket]>((resolve, reject) => {
    request.once('connect', (response, opened) => resolve([response, opened]));
    // A proxy that does not know the method answers as to any other.
    request.once('response', (response) => reject(new ProxyRefusal(response.statusCode ?? 0, proxy)));
    request.once('error', (error) => reject(new ProxyUnreachable(proxy, error)));
    request.end();
  });
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  throw new ProxyRefusal(answer.statusCode ?? 0, proxy);
}

function toProxySignIn({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Authorities of the site in addition to the usual ones; without any, Node reads its own settings. */
function toTrust({ authorities }: Line): Pick<ConnectionOptions, 'ca'> {
  if (authorities === undefined) return {};
  // Node 20 has no list that includes those of NODE_EXTRA_CA_CERTS and of the system.
  const listUsual: unknown = Reflect.get(tls, 'getCACertificates');
  const usual =
    typeof listUsual === 'function' ? z.array(z.string()).parse(listUsual('default')) : tls.rootCertificates;
  return { ca: [...usual, authorities] };
}

async function whenOpen<S extends Socket>(socket: S, event: 'secureConnect', signal: AbortSignal): Promise<S> {
  const stop = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<S>((resolve, reject) => {
      socket.once(event, () => resolve(socket)).once('error', reject);
      socket.once('close', () => reject(new Error('connection closed by the other side')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The proxy for a URL; undefined: it is reached directly. Plain http is for the machine itself. */
export function findProxy({ proxy, noProxy = '' }: Line, url: URL): URL | undefined {
  if (proxy === undefined || url.protocol !== 'https:') return undefined;
  const entries = noProxy.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.some((entry) => isExcepted(entry, toHost(url).toLowerCase(), toPort(url))) ? undefined : proxy;
}

/** `*`, `example.com` and `.example.com` (with all names below), with `:port`; addresses and networks. */
function isExcepted(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const family = isIP(host);
  const [, network = '', prefix = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(entry) ?? [];
  if (isIP(network) !== 0) return family === isIP(network) && isWithin(network, Number(prefix), host);
  if (isIP(entry) !== 0) return entry === host;
  const [, name = '', only] = /^\*?\.?([^:]*)(?::(\d{1,5}))?$/.exec(entry.toLowerCase()) ?? [];
  if (name === '' || (only !== undefined && Number(only) !== port)) return false;
  return host === name || (family === 0 && host.endsWith(`.${name}`));
}

function isWithin(network: string, prefix: number, address: string): boolean {
  const type = isIP(network) === 4 ? 'ipv4' : 'ipv6';
  if (prefix > (type === 'ipv4' ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, type);
  return list.check(address, type);
}
