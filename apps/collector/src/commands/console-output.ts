import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import type { DeliveryTotals } from '../delivery/delivery.ts';
import type { RoundSummary } from '../discover/round-summary.ts';
import type { Log } from '../platform/log.ts';
import type { TextStream } from './surroundings.ts';

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

/** The result of a round for the user, one fact per line; reasons follow the lines they explain. */
export function toReadText(round: RoundSummary): string[] {
  return [
    `asked        ${round.asked}`,
    `printers     ${round.printers}`,
    `not printers ${round.notPrinters}`,
    `silent       ${round.silent}`,
    `failed       ${round.failed}`,
    ...(round.incomplete > 0 ? [`in part      ${round.incomplete}`] : []),
    ...(round.notStored > 0 ? [`not stored   ${round.notStored}`] : []),
    ...(round.heldBack > 0 ? [`held back    ${round.heldBack} (refused before and unchanged)`] : []),
    ...round.failures.map((failure) => `  ${failure.target}: ${failure.reason}`),
    ...(round.findings.length > 0 ? [`found        ${round.findings.length}`] : []),
    ...round.findings.map((finding) => `  ${finding}`),
  ];
}

/** The result of a run: what was read, and what was delivered. */
export function toSummaryText(round: RoundSummary, totals: DeliveryTotals, waiting: number, reason?: string): string {
  const lines = [
    ...toReadText(round),
    `delivered    ${totals.stored}${totals.repeated > 0 ? ` (and ${totals.repeated} that the server already had)` : ''}`,
    `refused      ${totals.refused}`,
    ...[...totals.reasons].map(([why, count]) => `  ${count} × ${why}`),
    ...(waiting > 0
      ? [`waiting      ${waiting} on disk, delivered with the next run${reason === undefined ? '' : `: ${reason}`}`]
      : []),
  ];
  return lines.join('\n');
}

/** The same in one line, for the log of a service. */
export function toRoundLine(
  round: RoundSummary,
  { stored, repeated, refused }: DeliveryTotals,
  waiting: number,
): string {
  return `round done: ${round.asked} asked, ${round.printers} printers, ${round.notPrinters} other devices, ${round.silent} silent, ${round.failed} failed; since the start ${stored} delivered, ${repeated} repeated, ${refused} refused; ${waiting} wait`;
}

/** A report for a user at a terminal: identity, state, values. Unknown values are shown as `(unknown)`. */
export function toReportText(report: DeviceReport): string {
  const { identity, status, counters } = report;
  const lines = [
    `${report.source.address ?? ''}  ${toWord(identity.manufacturer)} ${toWord(identity.model)}`.replaceAll(
      /\s*\n\s*/g,
      ' ',
    ),
    toLine('serial', toWord(identity.serial)),
    toLine('MAC', (identity.macAddresses ?? []).join(', ')),
    toLine('status', [status?.hrDeviceStatus, status?.hrPrinterStatus, ...(status?.detectedErrors ?? [])]),
    toLine('state', [status?.printerState, ...(status?.stateReasons ?? [])]),
    toLine('panel', status?.consoleText),
    ...(status?.alerts ?? []).map((alert) => toLine('alert', `code ${alert.code ?? '?'}: ${alert.description ?? ''}`)),
    ...(['total', 'black', 'color', 'duplexSheets', 'scanLarge', 'scanSmall'] as const).map((name) =>
      toLine(name, counters?.[name] && `${toWord(counters[name].reading)} ${counters[name].unit}`),
    ),
    ...(counters?.byFunction ?? []).map((row) =>
      toLine('counter', `${row.function} ${row.color} ${row.size}: ${toWord(row.reading)} ${row.unit}`),
    ),
    ...(report.supplies ?? []).map((supply) =>
      toLine(
        'supply',
        `${supply.description ?? supply.type ?? supply.index}: ${toLevel(supply)}${supply.condition === undefined ? '' : `, ${supply.condition}`}`,
      ),
    ),
    ...(report.inputs ?? []).map((input) =>
      toLine('tray', `${input.name ?? input.description ?? input.index}: ${toLevel(input)}`),
    ),
    ...Object.entries(report.firmware ?? {}).map(([name, value]) => toLine('firmware', `${name} ${toWord(value)}`)),
  ];
  return lines.filter((text) => text !== undefined).join('\n');
}

/** One line, also for texts of the device that contain line feeds and tabs. */
function toLine(name: string, value: string | readonly (string | undefined)[] | undefined): string | undefined {
  const words = typeof value === 'string' ? value : (value ?? []).filter((item) => item !== undefined).join(', ');
  const text = words.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? undefined : `  ${name.padEnd(12)} ${text}`;
}

const toWord = (reading: Reading<string | number> | undefined): string => {
  if (reading === undefined) return '';
  return reading.state === 'measured' ? String(reading.value) : `(${reading.state})`;
};

/** The percentage if known, else the level with its capacity and unit as the device reports them. */
function toLevel(row: {
  percent: Reading<number>;
  level?: Reading<number> | undefined;
  capacity?: Reading<number> | undefined;
  unit?: string | undefined;
}): string {
  if (row.percent.state === 'measured') return `${row.percent.value} %`;
  if (row.level?.state !== 'measured') return toWord(row.level ?? row.percent);
  const whole = row.capacity?.state === 'measured' ? ` of ${row.capacity.value}` : '';
  return `${row.level.value}${whole} ${row.unit ?? '(unit not reported)'}`;
}
