import type { Locale } from '@platen/catalogue/locale';
import { byteOrderMark, toCsvRow } from '@platen/contract/csv';
import type { ExportFormat } from '@platen/contract/export';
import { type DeviceRow, toItem } from '../../device-list/to-item.ts';
import { type ExportCell, toCells, toHeads } from './columns.ts';
import { sheetEnd, sheetPath, toRowXml, toSheetStart, workbookParts } from './sheet-xml.ts';
import { textsOf } from './texts.ts';
import { zip } from './zip.ts';

type Batches = AsyncIterable<readonly DeviceRow[]>;

/** Characters a column shows: status, reason, code, serial, model, customer, description, dealer, firmware, report. */
const widths = [12, 36, 12, 18, 24, 16, 30, 30, 16, 24, 20, 18];

/** The file as bytes in order; a batch of devices is in memory at a time. */
export function toFile(format: ExportFormat, batches: Batches, locale: Locale, now: Date): AsyncGenerator<Buffer> {
  return format === 'csv' ? toCsv(batches, locale, now) : zip(toWorkbook(batches, locale, now));
}

async function* toCsv(batches: Batches, locale: Locale, now: Date): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + toCsvRow(toHeads(locale)), 'utf8');
  for await (const rows of batches) {
    const lines = rows.map((row) => toCsvRow(toCells(toItem(row, now), locale).map(toPlain)));
    yield Buffer.from(lines.join(''), 'utf8');
  }
}

/** `2026-01-31T12:00:00Z`. */
const toPlain = (cell: ExportCell) => (cell instanceof Date ? cell.toISOString().replace(/\.\d+Z$/, 'Z') : cell);

function* toWorkbook(batches: Batches, locale: Locale, now: Date) {
  for (const [name, xml] of workbookParts(textsOf(locale).downloads.fileName)) yield { name, chunks: [xml] };
  yield { name: sheetPath, chunks: toSheet(batches, locale, now) };
}

async function* toSheet(batches: Batches, locale: Locale, now: Date): AsyncGenerator<string> {
  yield toSheetStart(toHeads(locale), widths);
  for await (const rows of batches) yield rows.map((row) => toRowXml(toCells(toItem(row, now), locale))).join('');
  yield sheetEnd;
}
