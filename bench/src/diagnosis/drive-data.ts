import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type DriveState, toCounts } from '@platen/diagnosis/components/storage/drive-features';

export interface Drive {
  readonly model: string;
  readonly start: number;
  /** First day no longer in service. */
  readonly end: number;
  readonly failDay: number | null;
  readonly states: readonly DriveState[];
}

/**
 * Columns of the file: serial, model, size, start, end, age, fails, then SMART 5, 10, 187, 188, 196, 197,
 * 198.
 */
const columns = { model: 1, start: 3, end: 4, fails: 6, smart: [7, 9, 10, 12, 13] } as const;

/** Drives with the SMART counts they had from day to day (drives-until-2015-09.csv.gz). */
export async function readDrives(path: string): Promise<Drive[]> {
  const lines = gunzipSync(await readFile(path))
    .toString('latin1')
    .split('\n')
    .slice(1);
  const bySerial = new Map<string, string[][]>();
  for (const line of lines) {
    const cells = line.trim().split(',');
    if (cells.length < 14) continue;
    const serial = cells[0] ?? '';
    const rows = bySerial.get(serial);
    if (rows === undefined) bySerial.set(serial, [cells]);
    else rows.push(cells);
  }
  return [...bySerial.values()].map(toDrive);
}

function toDrive(rows: string[][]): Drive {
  const sorted = rows.toSorted((a, b) => Number(a[columns.start]) - Number(b[columns.start]));
  const failing = sorted.find((cells) => cells[columns.fails] === '1');
  const failDay = failing === undefined ? null : Number(failing[columns.end]);
  return {
    model: sorted[0]?.[columns.model] ?? '',
    start: Number(sorted[0]?.[columns.start]),
    end: failDay ?? Number(sorted.at(-1)?.[columns.end]),
    failDay,
    states: sorted.map((cells) => ({
      from: Number(cells[columns.start]),
      counts: toCounts(columns.smart.map((at) => (cells[at] === '' ? null : Number(cells[at])))),
    })),
  };
}
