import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runCommandLine } from '../commands/main.ts';
import type { Surroundings } from '../commands/surroundings.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Builds the collector, so that a test can start it as a process. Fast if nothing changed. */
export async function buildCollector(): Promise<void> {
  await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b', `${root}apps/collector`], { cwd: root });
}

/** The built file of a source file. */
export const toBuilt = (source: URL): string =>
  fileURLToPath(source).replace('/apps/collector/src/', '/apps/collector/dist/').replace(/\.ts$/, '.js');

const cli = toBuilt(new URL('../cli.ts', import.meta.url));

export interface CliResult {
  /** -1 if a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command of the collector in this process, to its end. The start of a process takes longer than most
 * commands; `cli.test.ts` proves that a process has the same output and exit code.
 */
export async function runInProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  ask?: Surroundings['ask'],
): Promise<CliResult> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const code = await runCommandLine(args, {
    env: { ...process.env, ...env },
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
    ask,
    listenForEnd: () => new AbortController().signal,
    onRound: () => undefined,
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
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
