import { fileURLToPath } from 'node:url';
import type { ReadOutcome } from '../src/discover/visit.ts';
import { type ReadOptions, readDevice } from '../src/read/read-device.ts';
import { byCommunity } from '../src/snmp/access.ts';
import { type Agent, type Quirks, startAgent } from './agent.ts';
import { type Recorded, readRecording } from './recording.ts';

export type PrinterOutcome = Extract<ReadOutcome, { kind: 'printer' }>;
const observedAt = new Date('2026-01-31T12:00:00Z');

/** Reads as a site does, with limits that keep a test short. */
export const readOptions: ReadOptions = {
  access: [byCommunity('public')],
  deadlineMs: 20_000,
  timeoutMs: 400,
  retries: 2,
  now: () => observedAt,
  collectorName: 'test',
  collectorVersion: '0.0.0',
};

/** One of our own recordings, by its name without the extension. */
export const ownRecording = (name: string): Recorded[] =>
  readRecording(fileURLToPath(new URL(`recordings/${name}.snmprec`, import.meta.url)));

/** Serves the objects, reads the device over real UDP, stops the agent. */
export async function readServed(
  objects: readonly Recorded[],
  quirks: Quirks = {},
  options: Partial<ReadOptions> = {},
): Promise<{ outcome: ReadOutcome; agent: Agent }> {
  const agent = await startAgent(objects, quirks);
  try {
    const outcome = await readDevice({ host: '127.0.0.1', port: agent.port }, { ...readOptions, ...options });
    return { outcome, agent };
  } finally {
    await agent.stop();
  }
}

/** The same, expecting a printer. */
export async function readPrinter(
  objects: readonly Recorded[],
  quirks: Quirks = {},
  options: Partial<ReadOptions> = {},
): Promise<PrinterOutcome & { agent: Agent }> {
  const { outcome, agent } = await readServed(objects, quirks, options);
  if (outcome.kind !== 'printer') throw new Error(`expected a printer, read ${JSON.stringify(outcome)}`);
  return { ...outcome, agent };
}
