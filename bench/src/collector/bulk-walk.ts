import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpuSeconds } from '../lib/processes.ts';

/** What the collector reads, as far as a tool that walks whole tables can be limited to it. */
const subtrees = ['1.3.6.1.2.1.1', '1.3.6.1.2.1.2.2.1', '1.3.6.1.2.1.4.20', '1.3.6.1.2.1.25.3', '1.3.6.1.2.1.43'];

export const hasBulkWalk = (): boolean => spawnSync('snmpbulkwalk', ['-V']).error === undefined;

/**
 * Walks devices with net-snmp's snmpbulkwalk, `atOnce` at a time. Seconds by the clock and of the processor.
 */
export async function walkByTool(ports: readonly number[], atOnce: number): Promise<{ wall: number; cpu: number }> {
  const todo = ports.values();
  const began = performance.now();
  const before = await childSeconds();
  const worker = async () => {
    for (const port of todo)
      for (const subtree of subtrees) {
        const args = ['-v2c', '-c', 'public', '-On', '-Cr25', '-m', '', `127.0.0.1:${port}`, subtree];
        const child = spawn('snmpbulkwalk', args, { stdio: 'ignore' });
        await once(child, 'close');
      }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { wall: (performance.now() - began) / 1000, cpu: (await childSeconds()) - before };
}

/** Processor time of the children that have ended. */
async function childSeconds(): Promise<number> {
  return cpuSeconds([process.pid], 'children');
}
