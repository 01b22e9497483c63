import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toReadSettings } from '../settings/settings.ts';
import { IngestDouble } from '../testing/ingest-double.ts';
import { collect } from './collect.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

test('a service leaves no listener of a round on the signal that ends it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'platen-collect-'));
  const server = await IngestDouble.start();
  onTestFinished(async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  });
  const settings = toReadSettings({ data, name: 'test', targets: '127.0.0.1:1', retries: 0, timeout: 10 }, {});
  const stop = new AbortController();
  const listeners: number[] = [];
  await collect({
    settings: { ...settings, everyMs: 20, server: server.url },
    key: 'key-of-the-test',
    line: {},
    version: '0.0.0',
    log: quiet,
    signal: stop.signal,
    onRound: () => {
      listeners.push(getEventListeners(stop.signal, 'abort').length);
      if (listeners.length === 6) stop.abort();
    },
  });
  expect(listeners[5]).toBe(listeners[1]);
});
