import { pino } from 'pino';

/** The log of the collector. No message contains a key or a community. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** JSON lines for the journal of a service. */
export function createJsonLog(collector: string): Log {
  const log = pino({ base: { collector }, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
    error: (message) => log.error(message),
  };
}
