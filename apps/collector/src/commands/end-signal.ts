import { exit, stderr } from 'node:process';

/** Ends at SIGTERM, SIGINT, or when the process that started this one is gone; a second signal ends at once. */
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
