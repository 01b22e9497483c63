import { gzipSync } from 'node:zlib';

/** A delivery made to cost the server much; NDJSON, packed. */
export interface Attack {
  name: string;
  body: Buffer;
}

const fill = (piece: string, count: number) => Array.from({ length: count }, () => piece).join();
const numbered = (count: number, toPiece: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => toPiece(number)).join();
const lines = (count: number, toLine: (number: number) => string) =>
  gzipSync(Array.from({ length: count }, (_, number) => toLine(number)).join('\n'));

/** Deliveries that once took a thread for seconds or gigabytes, and others of their kind. */
export function toAttacks(now: Date): Attack[] {
  const observedAt = new Date(now.getTime() - 3_600_000).toISOString();
  const report = (number: number, rest: string) =>
    `{"version":"1.0","observedAt":"${observedAt}","source":{"kind":"collector","name":"a","version":"1"},"identity":{"serial":{"state":"measured","value":"ATTACK${number}"}},${rest}}`;
  const codes = (piece: string, count: number) =>
    `"codes":{${['05', '08', '13'].map((kind) => `"code${kind}":[${fill(piece, count)}]`).join()}}`;
  return [
    { name: '499 lists of 10,000 empty objects', body: lines(499, () => `[${fill('{}', 10_000)}]`) },
    { name: 'codes that are empty objects', body: lines(499, (n) => report(n, codes('{}', 3300))) },
    {
      name: 'codes with a field too many',
      body: lines(499, (n) => report(n, codes('{"main":1,"value":"","x":1}', 370))),
    },
    {
      name: 'errors of 1970',
      body: lines(300, (n) =>
        report(n, `"errors":[${fill('{"code":"E551","occurredAt":"1970-01-01T00:00:00Z"}', 1000)}]`),
      ),
    },
    { name: 'unknown fields', body: lines(499, (n) => report(n, `"status":{${numbered(999, (k) => `"k${k}":1`)}}`)) },
    {
      name: 'nested a million deep',
      body: lines(2, (n) => report(n, `"status":${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`)),
    },
    { name: 'one field repeated many times', body: lines(499, (n) => report(n, fill('"status":{}', 2700))) },
    {
      name: 'numbers of a million digits',
      body: lines(16, (n) =>
        report(n, `"sensors":[{"name":"a","reading":{"state":"measured","value":${'9'.repeat(1_000_000)}}}]`),
      ),
    },
    {
      name: 'many tiny lists',
      body: lines(499, (n) => report(n, `"status":{"evidence":{${numbered(999, (k) => `"${k}":[[],[],[],[],[]]`)}}}`)),
    },
    {
      name: 'characters that cannot be kept',
      body: lines(499, (n) => report(n, `"codes":{"code13":[${fill('{"main":1,"value":"\\u0000"}', 1100)}]}`)),
    },
    { name: 'a body that unpacks into 128 MB', body: gzipSync(Buffer.alloc(128 * 1024 * 1024, 32)) },
    { name: '100,000 members of gzip', body: Buffer.concat(Array.from({ length: 100_000 }, () => gzipSync('\n'))) },
  ];
}
