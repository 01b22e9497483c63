import http from 'node:http';

/** One kept-alive HTTP connection; resolves to status and body, rejects on a broken answer. */
export class HttpLane {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #base: URL;
  readonly #headers: Record<string, string>;

  constructor(base: string, token: string) {
    this.#base = new URL(base);
    this.#headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  }

  request(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: string }> {
    const payload = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent: this.#agent,
          host: this.#base.hostname,
          port: this.#base.port,
          method,
          path,
          headers: {
            ...this.#headers,
            ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': payload.length }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
          answer.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
