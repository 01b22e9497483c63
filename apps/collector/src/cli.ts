#!/usr/bin/env node
import { argv, env, exit, stderr, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { runCommandLine } from './commands/main.ts';

// If the reader of the output has ended (`| head`), reports are still delivered.
stdout.on('error', () => {});
const onRound = (message: object) => void process.send?.(message, () => {});
const ask = stdin.isTTY && stderr.isTTY ? askHere : undefined;
exit(await runCommandLine(argv.slice(2), { env, stdout, stderr, ask, listenForEnd, onRound }));

async function askHere(question: string): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/**
 * The signal is aborted on SIGTERM, SIGINT, or when the parent process has ended; a second signal exits at
 * once.
 */
function listenForEnd(): AbortSignal {
  const stop = new AbortController();
  const end = () => {
    if (stop.signal.aborted) exit(130);
    stop.abort();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (process.send !== undefined) process.on('disconnect', () => stop.abort());
  stderr.on('error', () => {});
  return stop.signal;
}
