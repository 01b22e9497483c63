#!/usr/bin/env node
import { argv, env, exit, stderr, stdout } from 'node:process';
import { runCommandLine } from './commands/main.ts';

// If the reader of the output has ended (`| head`), reports are still delivered.
stdout.on('error', () => {});
const onRound = (message: object) => void process.send?.(message, () => {});
exit(await runCommandLine(argv.slice(2), { env, stdout, stderr, listenForEnd, onRound }));

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
