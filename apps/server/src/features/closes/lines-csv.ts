import type { CloseLine } from '@platen/contract/close-lines';
import { byteOrderMark, type Cell, toCsvRow } from '@platen/contract/csv';

/** Columns of the lines of a close as CSV (MX-08): the fields of the answer; times in UTC. */
const columns: readonly (readonly [name: string, toCell: (line: CloseLine) => Cell])[] = [
  ['deviceId', (line) => line.deviceId],
  ['serial', (line) => line.serial],
  ['assetNumber', (line) => line.assetNumber],
  ['model', (line) => line.model],
  ['description', (line) => line.description],
  ['customerNumber', (line) => line.customerNumber],
  ['customerName', (line) => line.customerName],
  ['dealerNumber', (line) => line.dealerNumber],
  ['contract', (line) => line.contract],
  ['kind', (line) => line.kind],
  ['meter', (line) => line.meter],
  ['unit', (line) => line.unit],
  ['part', (line) => line.part],
  ['from', (line) => line.from],
  ['to', (line) => line.to],
  ['startAt', (line) => line.start?.at ?? null],
  ['start', (line) => line.start?.value ?? null],
  ['endAt', (line) => line.end?.at ?? null],
  ['end', (line) => line.end?.value ?? null],
  ['source', (line) => line.end?.source ?? null],
  ['use', (line) => line.use],
  ['corrected', (line) => line.corrected],
  ['billed', (line) => line.billed],
  ['state', (line) => line.state],
  ['stops', (line) => line.stops.join(' ')],
  ['warnings', (line) => line.warnings.join(' ')],
  ['remarks', (line) => line.remarks.join(' ')],
  ['settled', (line) => line.settled?.kind ?? null],
  ['reason', (line) => line.settled?.reason ?? null],
  ['corrects', (line) => line.corrects?.name ?? null],
];

/** The file in pieces, its head first. */
export function* toLinesCsv(lines: readonly CloseLine[]): Generator<string> {
  yield byteOrderMark + toCsvRow(columns.map(([name]) => name));
  for (const line of lines) yield toCsvRow(columns.map(([, toCell]) => toCell(line)));
}
