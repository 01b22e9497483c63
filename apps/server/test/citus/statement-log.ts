import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { inject } from 'vitest';

/** One statement of the server, as sent, and the file of the server that sent it. */
export interface LoggedStatement {
  readonly text: string;
  readonly file: string;
}

const source = fileURLToPath(new URL('../../src/', import.meta.url));
/** The server's own statements lie that deep below their callers, through `await`s of the query builder. */
const frames = 60;
/** The first file of the server that led to this call; undefined: a test arranges or looks at something. */
function findSender(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  const { stack = '' } = new Error('where');
  Error.stackTraceLimit = limit;
  for (const [, place = ''] of stack.matchAll(/(\/[^\s():]+\.ts):\d+/g)) {
    if (place.endsWith('.test.ts') || (place.includes('/apps/server/test/') && !place.includes('/test/citus/')))
      return undefined;
    if (place.startsWith(source) && !place.endsWith('/store/statement.ts')) return place.slice(source.length);
  }
  return undefined;
}

/** Has the driver note each statement of this process once, then send it as before. */
function noteStatements(): void {
  const file = path.join(inject('statementFolder'), `${process.pid}.ndjson`);
  const seen = new Set<string>();
  const { prototype } = Client;
  const send = Object.getOwnPropertyDescriptor(prototype, 'query')?.value as (...args: unknown[]) => unknown;
  prototype.query = function noted(this: Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    if (typeof text === 'string' && !seen.has(text)) {
      const sender = findSender();
      // A test may send the same text first.
      if (sender !== undefined) {
        seen.add(text);
        appendFileSync(file, `${JSON.stringify({ text, file: sender } satisfies LoggedStatement)}\n`);
      }
    }
    return Reflect.apply(send, this, args);
  } as Client['query'];
}

// Vitest loads this for each file of a process.
const once = globalThis as { areStatementsNoted?: true };
if (once.areStatementsNoted === undefined) {
  once.areStatementsNoted = true;
  noteStatements();
}
