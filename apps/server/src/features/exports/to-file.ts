import { PassThrough, Readable } from 'node:stream';
import { byteOrderMark, type Cell, toCsvRow } from '@platen/contract/csv';
import type { ExportFormat } from '@platen/contract/export';
import { ZipFile } from 'yazl';
import { type ExportCell, type ExportForm, type ExportRow, exportWidths, toCells, toHeads } from './columns.ts';
import { isMoment, toClock } from './moment.ts';
import { sheetEnd, sheetPath, toRowXml, toSheetStart, workbookParts } from './sheet-xml.ts';
import { textsOf } from './texts.ts';

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

interface ZipEntry {
  readonly name: string;
  readonly chunks: Iterable<string> | AsyncIterable<string>;
}

/** The first day of the format, by the local clock that it shows: the same rows make the same file. */
const mtime = new Date(1980, 0, 1);

/**
 * A ZIP archive as bytes in order, each made on demand; one chunk of an entry is in memory at a time. Fails
 * if an entry fails; an archive that is not read to its end stops reading its entries.
 */
async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream.pipe(new PassThrough());
  const fail = (error: Error) => void output.destroy(error);
  archive.on('error', fail);
  const sources = Array.from(entries, ({ name, chunks }) => {
    const source = Readable.from(chunks, { objectMode: false }).on('error', fail);
    archive.addReadStream(source, name, { mtime, forceDosTimestamp: true });
    return source;
  });
  archive.end();
  try {
    for await (const bytes of output) yield bytes;
  } finally {
    for (const source of sources) source.destroy();
  }
}
