import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** A value of an item as the trapper takes it. */
export interface TrapperValue {
  readonly host: string;
  readonly key: string;
  readonly value: string;
  /** Seconds since 1970. */
  readonly clock: number;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly cookies: readonly string[];
}

/** A signed-in user of Zabbix, by API and by page. PHP's own server closes each connection afterwards. */
export class ZabbixClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: false });
  #token = '';
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(): Promise<void> {
    const token = await this.call('user.login', { username: 'Admin', password: 'zabbix' });
    if (typeof token !== 'string') throw new Error('Zabbix gave no token');
    this.#token = token;
    const form = new URLSearchParams({ name: 'Admin', password: 'zabbix', autologin: '1', enter: 'Sign in' });
    const { cookies } = await this.#send('POST', '/index.php', form.toString(), 'application/x-www-form-urlencoded');
    this.#cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    if (this.#cookie === '') throw new Error('Zabbix gave no session');
  }

  /** Result of one call of the API; throws what the API refuses. */
  async call(method: string, params: object): Promise<unknown> {
    const auth = this.#token === '' ? {} : { auth: this.#token };
    const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1, ...auth });
    const answer = await this.#send('POST', '/api_jsonrpc.php', body, 'application/json-rpc');
    const parsed: unknown = JSON.parse(answer.body);
    if (typeof parsed !== 'object' || parsed === null || !('result' in parsed))
      throw new Error(`${method}: ${answer.body.slice(0, 500)}`);
    return parsed.result;
  }

  /** HTML of a page. */
  async page(path: string): Promise<string> {
    const { status, body } = await this.#send('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body;
  }

  #send(method: 'GET' | 'POST', path: string, body = '', type = ''): Promise<Answer> {
    const headers = {
      ...(this.#cookie === '' ? {} : { cookie: this.#cookie }),
      ...(type === '' ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    };
    return new Promise((resolve, reject) => {
      const call = request(`${this.#url}${path}`, { method, headers, agent: this.#agent }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            cookies: response.headers['set-cookie'] ?? [],
          }),
        );
      });
      call.on('error', reject);
      call.end(body);
    });
  }
}

const headerLength = 13;

/**
 * Sends values as zabbix_sender does: a connection for each packet, header 'ZBXD', 1, length as 8 bytes.
 * Resolves to the number of values that the server took.
 */
export function sendValues(port: number, values: readonly TrapperValue[]): Promise<number> {
  const data = Buffer.from(JSON.stringify({ request: 'sender data', data: values }));
  const header = Buffer.alloc(headerLength);
  header.write('ZBXD\u0001', 'latin1');
  header.writeBigUInt64LE(BigInt(data.length), 5);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const parts: Buffer[] = [];
    socket.on('error', reject);
    socket.on('data', (part) => parts.push(part));
    socket.on('close', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const processed = /processed: (\d+)/.exec(text)?.[1];
      if (processed === undefined) reject(new Error(`the trapper answered '${text}'`));
      else resolve(Number(processed));
    });
    socket.end(Buffer.concat([header, data]));
  });
}
