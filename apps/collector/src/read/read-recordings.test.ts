import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseReport } from '@platen/contract/parse-report';
import { afterAll, describe, expect, it } from 'vitest';
import { startAgent } from '../../test/agent.ts';
import { type ExpectedDevice, toDifferences } from '../../test/expected.ts';
import { readRecording } from '../../test/recording.ts';
import type { SnmpVersion } from '../snmp/message.ts';
import { readDevice } from './read-device.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = process.env.PLATEN_RECORDINGS ?? join(root, '../shared/data/printers');
const list = join(folder, 'snmprec/expected.json');
const isPresent = existsSync(list);
if (!isPresent) console.log(`skipped: no recorded printers in ${folder} (PLATEN_RECORDINGS names another folder)`);
const devices: ExpectedDevice[] = isPresent ? (JSON.parse(readFileSync(list, 'utf8')) as ExpectedDevice[]) : [];

interface Running {
  port: number;
  stop(): Promise<void>;
}
interface ReplayTool {
  startAgent(options: { file: string; quirks?: string[]; maxSize?: number }): Promise<Running>;
}
// The replay tool next to the recordings has an encoder of its own; without it our own agent serves them.
const tool = join(folder, '../../tools/snmp-replay.mjs');
const replay = existsSync(tool) ? ((await import(pathToFileURL(tool).href)) as ReplayTool) : undefined;

const running: Running[] = [];
afterAll(() => Promise.all(running.map((agent) => agent.stop())));

/** Quirks by the names of the replay tool, and by ours. */
interface Way {
  way: string;
  versions: SnmpVersion[];
  quirks?: 'no-bulk' | 'generr-end';
  maxSize?: number;
}
const ways: Way[] = [
  { way: 'by v2c with GETBULK', versions: ['2c', '1'] },
  { way: 'by v2c without GETBULK', versions: ['2c', '1'], quirks: 'no-bulk' },
  { way: 'with genErr at the end', versions: ['2c', '1'], quirks: 'generr-end' },
  { way: 'in packets of 484 octets', versions: ['2c', '1'], maxSize: 484 },
  { way: 'by v1', versions: ['1'] },
];

async function serve(file: string, { quirks, maxSize = 1472 }: Way): Promise<number> {
  const path = join(folder, 'snmprec', file);
  const own = { noBulk: quirks === 'no-bulk', genErrAtEnd: quirks === 'generr-end', maxSize };
  const agent =
    replay === undefined
      ? await startAgent(readRecording(path), own)
      : await replay.startAgent({ file: path, quirks: quirks === undefined ? [] : [quirks], maxSize });
  running.push(agent);
  return agent.port;
}

describe.skipIf(!isPresent).each(ways)('recorded printers $way', (way) => {
  it.concurrent.each(devices.map((device) => [device.file, device] as const))(
    '%s: every recorded field is read correctly, and nothing else is reported',
    async (file, device) => {
      const port = await serve(file, way);
      const outcome = await readDevice(
        { host: '127.0.0.1', port },
        {
          access: [{ kind: 'community', community: 'public', versions: way.versions }],
          deadlineMs: 20_000,
          timeoutMs: 1000,
          retries: 2,
          now: () => new Date('2026-01-31T12:00:00Z'),
          collectorName: 'test',
          collectorVersion: '0.0.0',
        },
      );
      expect(outcome.kind).toBe(device.isPrinter ? 'printer' : 'notPrinter');
      if (outcome.kind !== 'printer') return;
      expect(toDifferences(device, outcome.report)).toEqual([]);
      expect(parseReport(JSON.parse(JSON.stringify(outcome.report)))).toMatchObject({ ok: true, warnings: [] });
    },
  );
});
