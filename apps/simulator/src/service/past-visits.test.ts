import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toDay } from '../fleet/calendar.ts';
import { toPastVisits } from './past-visits.ts';

const day = (text: string) => toDay(Date.parse(`${text}T00:00:00Z`));
function write(...lines: readonly object[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'truth-')), 'truth');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}
const visit = (serial: string, on: string, ...reasons: readonly string[]) => ({
  kind: 'visit',
  serial,
  day: on,
  reasons,
});
const asked = { before: day('2026-11-20'), technicians: ['Ken Mori', 'Ida Lund'], seed: '5215' };

describe('the visits of the past of a simulated fleet', () => {
  it('GE-22 VR-10: each visit is a line with what was replaced on its day, before the people began', () => {
    const csv = toPastVisits(
      write(
        visit('A', '2026-10-02', 'plan'),
        { kind: 'part', serial: 'A', part: '6250', replaced: '2026-10-02' },
        { kind: 'part', serial: 'A', part: '6251', replaced: '2026-10-09' },
        { kind: 'part', serial: 'B', part: '6252', replaced: null },
        visit('B', '2026-11-19', 'call'),
        visit('B', '2026-11-20', 'failure'),
      ),
      asked,
    );
    const [head, ...rows] = csv?.split('\n') ?? [];
    expect(head).toBe('serial,day,technician,kind,result,parts');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^A,2026-10-02,(Ken Mori|Ida Lund),maintenance,fixed,6250( 6342)?$/);
    expect(rows[1]).toMatch(/^B,2026-11-19,(Ken Mori|Ida Lund),repair,(noFaultFound,|fixed,6342)$/);
  });

  it('GE-22: some parts are recorded and were not put in, some first visits lacked the part', () => {
    const days = Array.from({ length: 400 }, (_, at) => new Date(Date.UTC(2025, 0, 4 + at)).toISOString().slice(0, 10));
    const csv = toPastVisits(
      write(
        ...days.flatMap((on) => [visit('A', on, 'failure'), { kind: 'part', serial: 'A', part: '6250', replaced: on }]),
      ),
      asked,
    );
    const rows = csv?.split('\n').slice(1) ?? [];
    expect(rows.filter((row) => row.endsWith('6250 6342')).length).toBeGreaterThan(8);
    expect(rows.filter((row) => row.includes(',partsMissing,')).length).toBeGreaterThan(16);
    expect(rows.length).toBeLessThan(480);
  });

  it('GE-22: without a file, or without visits in it, there is nothing to import', () => {
    expect(toPastVisits('', asked)).toBeUndefined();
    expect(toPastVisits(join(tmpdir(), 'no such file'), asked)).toBeUndefined();
    expect(toPastVisits(write({ kind: 'toner', serial: 'A' }), asked)).toBeUndefined();
  });
});
