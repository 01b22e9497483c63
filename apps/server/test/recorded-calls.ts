import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import type { TestApp } from './test-app.ts';

export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer with the statements that PostgreSQL was given for it. */
export interface RecordedAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly statements: readonly string[];
}

/** By which the server's part of a call finds where its statements are recorded. */
const numberHeader = 'x-recorded';

/**
 * Calls over a few connections that stay open, any number at the same time: the statements of each are
 * found by the asynchronous context of its request.
 */
export function recordCalls({ app, url }: Pick<TestApp, 'app' | 'url'>) {
  const contexts = new AsyncLocalStorage<string[] | undefined>();
  const recording = new Map<string, string[]>();
  // Called with its client by the proxy.
  // oxlint-disable-next-line typescript/unbound-method
  const original = Client.prototype.query;
  Client.prototype.query = new Proxy(original, {
    apply(query, client, args: readonly unknown[]): unknown {
      contexts.getStore()?.push(toText(args[0]));
      return Reflect.apply(query, client, args);
    },
  });
  app.server.prependListener('request', ({ headers }) =>
    contexts.enterWith(recording.get(String(headers[numberHeader]))),
  );
  const agent = new Agent({ keepAlive: true });
  let calls = 0;

  async function call({ method, path, body, headers }: RecordedCall): Promise<RecordedAnswer> {
    const number = String((calls += 1));
    const statements: string[] = [];
    recording.set(number, statements);
    try {
      return await new Promise((resolve, reject) => {
        const request = open(
          url + path,
          { method, agent, headers: { ...headers, [numberHeader]: number } },
          (answer) => {
            const { statusCode = 0, rawHeaders } = answer;
            const named = rawHeaders.flatMap((name, at) =>
              at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ''] as const] : [],
            );
            text(answer).then(
              (whole) => resolve({ status: statusCode, text: whole, headers: named, statements }),
              reject,
            );
          },
        );
        request.once('error', reject);
        request.end(body);
      });
    } finally {
      recording.delete(number);
    }
  }

  return {
    call,
    stop() {
      agent.destroy();
      Client.prototype.query = original;
    },
  };
}

const toText = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement);
