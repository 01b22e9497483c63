import { execFile } from 'node:child_process';
import { toBuilt } from './build-collector.ts';

const cli = toBuilt(new URL('../cli.ts', import.meta.url));

export interface CliResult {
  /** -1 if a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the built collector as a process, to its end. */
export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 28 };
    const child = execFile(process.execPath, [cli, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
