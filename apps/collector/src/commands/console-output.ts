import type { RoundSummary } from '../discover/round-summary.ts';
import type { Log } from '../platform/log.ts';

interface TextStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Messages and progress for a user at a terminal, on one stream, so that they do not overwrite each other.
 */
export interface ConsoleOutput {
  log: Log;
  progress(summary: RoundSummary, waiting: number): void;
  endProgress(): void;
}

const everyMs = { tty: 100, plain: 2000 };

/** On a terminal one line that is rewritten, otherwise a line every two seconds. */
export function createConsoleOutput(stream: TextStream, now: () => number = Date.now): ConsoleOutput {
  const tty = stream.isTTY === true;
  let line = '';
  let lastAt = now();
  const clear = () => (tty && line !== '' ? '\r\u001B[2K' : '');
  const print = (level: string) => (message: string) => {
    stream.write(`${clear()}${level}${message}\n${tty ? line : ''}`);
  };
  return {
    log: { info: print(''), warn: print('warning: '), error: print('error: ') },
    progress(summary, waiting) {
      if (now() - lastAt < (tty ? everyMs.tty : everyMs.plain)) return;
      lastAt = now();
      const text = toProgressText(summary, waiting);
      stream.write(tty ? `${clear()}${text}` : `${text}\n`);
      line = tty ? text : '';
    },
    endProgress() {
      stream.write(clear());
      line = '';
    },
  };
}

function toProgressText(summary: RoundSummary, waiting: number): string {
  const percent = summary.targets === 0 ? 100 : Math.floor((100 * summary.asked) / summary.targets);
  return `asked ${summary.asked} of ${summary.targets} (${percent} %): ${summary.printers} printers, ${summary.notPrinters} other devices, ${summary.failed} failed; ${waiting} reports to deliver`;
}
