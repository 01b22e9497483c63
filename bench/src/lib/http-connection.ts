import { connect, type Socket } from 'node:net';

interface ConnectionAnswer {
  status: number;
  body: string;
}

/**
 * One kept-alive HTTP connection; resolves to status and body, rejects on a broken answer. Written on the
 * socket itself: Node's own client takes as long for a call as the server does, and it is the server that is
 * measured.
 */
export class HttpConnection {
  readonly #host: string;
  readonly #port: number;
  readonly #head: string;
  #socket: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: ConnectionAnswer) => void; reject: (error: Error) => void } | undefined;

  constructor(base: string, token: string) {
    const url = new URL(base);
    this.#host = url.hostname;
    this.#port = Number(url.port);
    this.#head = `host: ${url.host}\r\nauthorization: Bearer ${token}\r\naccept: application/json\r\n`;
  }

  /** One call after the other: asking while an answer is awaited is refused. */
  request(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConnectionAnswer> {
    const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const described =
      payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(payload.length) };
    const lines = Object.entries({ ...described, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\n${this.#head}${lines.join('')}\r\n`;
    return new Promise((resolve, reject) => {
      if (this.#waiting) throw new Error('one call at a time');
      this.#waiting = { resolve, reject };
      const socket = this.#open();
      if (payload === undefined) socket.write(head);
      else socket.write(Buffer.concat([Buffer.from(head), payload]));
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    if (this.#socket) return this.#socket;
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => {
      this.#socket = undefined;
      this.#waiting?.reject(new Error('the server closed the connection before its answer was whole'));
      this.#waiting = undefined;
    });
    return socket;
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#waiting?.reject(new Error(`an answer without content-length: ${head}`));
      this.close();
      return;
    }
    const total = end + 4 + Number(length);
    if (this.#received.length < total) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.toString('utf8', end + 4, total) };
    this.#received = this.#received.subarray(total);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }
}
