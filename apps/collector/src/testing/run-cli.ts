import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toBuilt } from './build-collector.ts';

const run = promisify(execFile);
const cli = toBuilt(new URL('../cli.ts', import.meta.url));

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the built collector as a process of its own, to its end. */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  return run(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as CliResult,
  );
}
