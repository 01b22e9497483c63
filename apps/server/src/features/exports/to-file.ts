import { byteOrderMark, type Cell, toCsvRow } from '@platen/contract/csv';
import type { ExportFormat } from '@platen/contract/export';
import { type ExportCell, type ExportForm, type ExportRow, exportWidths, toCells, toHeads } from './columns.ts';
import { isMoment, toClock } from './moment.ts';
import { sheetEnd, sheetPath, toRowXml, toSheetStart, workbookParts } from './sheet-xml.ts';
import { textsOf } from './texts.ts';
import { zip } from './zip.ts';

type Batches = AsyncIterable<readonly ExportRow[]>;

/** The file as bytes in order; a batch of devices is in memory at a time. */
export function toFile(format: ExportFormat, batches: Batches, form: ExportForm): AsyncGenerator<Buffer> {
  return format === 'csv' ? toCsv(batches, form) : zip(toWorkbook(batches, form));
}

async function* toCsv(batches: Batches, form: ExportForm): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + toCsvRow(toHeads(form)), 'utf8');
  for await (const rows of batches) {
    const lines = rows.map((row) => toCsvRow(toCells(row, form).map(toPlain)));
    yield Buffer.from(lines.join(''), 'utf8');
  }
}

/** `2026-01-31T12:00:00Z`, `2026-01-31T21:00:00+09:00`. */
function toPlain(cell: ExportCell): Cell {
  if (!isMoment(cell)) return cell;
  const clock = toClock(cell).toISOString().slice(0, 19);
  const minutes = Math.abs(cell.offsetMinutes);
  const part = (value: number) => String(value).padStart(2, '0');
  if (minutes === 0) return `${clock}Z`;
  return `${clock}${cell.offsetMinutes < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

function* toWorkbook(batches: Batches, form: ExportForm) {
  for (const [name, xml] of workbookParts(textsOf(form.locale).downloads.fileName)) yield { name, chunks: [xml] };
  yield { name: sheetPath, chunks: toSheet(batches, form) };
}

async function* toSheet(batches: Batches, form: ExportForm): AsyncGenerator<string> {
  yield toSheetStart(toHeads(form), exportWidths);
  for await (const rows of batches) yield rows.map((row) => toRowXml(toCells(row, form))).join('');
  yield sheetEnd;
}
