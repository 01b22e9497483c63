import { exit, stderr } from 'node:process';

/** Exit codes of the process; documented in docs/collector.md. */
export const exitCode = { done: 0, unexpected: 1, usage: 2, waiting: 3, inUse: 4, newerData: 5 } as const;

/**
 * The signal is aborted on SIGTERM, SIGINT, or when the parent process has ended; a second signal exits at
 * once.
 */
export function listenForEnd(): AbortSignal {
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
