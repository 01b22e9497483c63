import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';

/** A report for a user at a terminal: identity, state, values. Unknown values are shown as `(unknown)`. */
export function toReportText(report: DeviceReport): string {
  const { identity, status, counters } = report;
  const lines = [
    `${report.source.address ?? ''}  ${toWord(identity.manufacturer)} ${toWord(identity.model)}`.replaceAll(
      /\s*\n\s*/g,
      ' ',
    ),
    line('serial', toWord(identity.serial)),
    line('MAC', (identity.macAddresses ?? []).join(', ')),
    line('status', [status?.hrDeviceStatus, status?.hrPrinterStatus, ...(status?.detectedErrors ?? [])]),
    line('state', [status?.printerState, ...(status?.stateReasons ?? [])]),
    line('panel', status?.consoleText),
    ...(status?.alerts ?? []).map((alert) => line('alert', `code ${alert.code ?? '?'}: ${alert.description ?? ''}`)),
    ...(['total', 'black', 'color', 'duplexSheets', 'scanLarge', 'scanSmall'] as const).map((name) =>
      line(name, counters?.[name] && `${toWord(counters[name].reading)} ${counters[name].unit}`),
    ),
    ...(counters?.byFunction ?? []).map((row) =>
      line('counter', `${row.function} ${row.color} ${row.size}: ${toWord(row.reading)} ${row.unit}`),
    ),
    ...(report.supplies ?? []).map((supply) =>
      line(
        'supply',
        `${supply.description ?? supply.type ?? supply.index}: ${toLevel(supply)}${supply.condition === undefined ? '' : `, ${supply.condition}`}`,
      ),
    ),
    ...(report.inputs ?? []).map((input) =>
      line('tray', `${input.name ?? input.description ?? input.index}: ${toLevel(input)}`),
    ),
    ...Object.entries(report.firmware ?? {}).map(([name, value]) => line(`firmware`, `${name} ${toWord(value)}`)),
  ];
  return lines.filter((text) => text !== undefined).join('\n');
}

/** One line, also for texts of the device that contain line feeds and tabs. */
function line(name: string, value: string | readonly (string | undefined)[] | undefined): string | undefined {
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
