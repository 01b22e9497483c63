import { type LogLevel, logLevels } from '@platen/contract/remote-settings';
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

/** Leaves out lines below a level, which may change. */
export function withLevel(log: Log, read: () => LogLevel): Log {
  const isShown = (level: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(read());
  return {
    info: (message) => isShown('info') && log.info(message),
    warn: (message) => isShown('warn') && log.warn(message),
    error: (message) => log.error(message),
  };
}

/** A log that also holds its last lines, each with its time. */
export class TailLog implements Log {
  readonly #log: Log;
  readonly #most: number;
  readonly #lines: string[] = [];
  constructor(log: Log, most: number) {
    this.#log = log;
    this.#most = most;
  }
  get lines(): readonly string[] {
    return this.#lines;
  }
  info(message: string): void {
    this.#take('info', message);
  }
  warn(message: string): void {
    this.#take('warn', message);
  }
  error(message: string): void {
    this.#take('error', message);
  }
  #take(level: LogLevel, message: string): void {
    this.#lines.push(`${new Date().toISOString()} ${level} ${message.slice(0, 2000)}`);
    if (this.#lines.length > this.#most) this.#lines.shift();
    this.#log[level](message);
  }
}
