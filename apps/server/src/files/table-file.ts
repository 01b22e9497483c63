import { PassThrough, Readable } from 'node:stream';
import { byteOrderMark, isRunnable } from '@platen/contract/csv';
import type { ExportFormat } from '@platen/contract/export';
import { ZipFile } from 'yazl';
import { dayMs } from '../base/time.ts';
import { type FileCell, isMoment, toClock, toPlain } from './cells.ts';
import { type CsvForm, toSeparatedRow } from './csv-form.ts';

/** Places in `cellXfs` of the styles below. */
const style = { head: 1, quoted: 2, moment: 3 } as const;
/** The most a cell holds (Excel specifications and limits). */
const textLimit = 32_767;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const ooxml = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The parts of a workbook other than its one sheet (ECMA-376 part 1), by their path in the package. */
const workbookParts = (sheetName: string): readonly (readonly [path: string, xml: string])[] => [
  [
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${ooxml}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${ooxml}.styles+xml"/><Override PartName="/${sheetPath}" ContentType="${ooxml}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${toXmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
];

const sheetPath = 'xl/worksheets/sheet1.xml';

/** Begin of the sheet: the head row stays in sight, and is bold. Widths in characters. */
function toSheetStart(heads: readonly string[], widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const cells = heads.map((head) => toTextCell(head, style.head)).join('');
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row>${cells}</row>`;
}

const sheetEnd = '</sheetData></worksheet>';

const toRowXml = (cells: readonly FileCell[]): string => `<row>${cells.map(toCellXml).join('')}</row>`;

function toCellXml(cell: FileCell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  // Days since 1899-12-30, as Excel counts from March 1900 on.
  if (isMoment(cell)) return `<c s="${style.moment}"><v>${toClock(cell).getTime() / dayMs + 25_569}</v></c>`;
  // Text in a sheet never runs; the mark keeps it text when the cell is edited or saved as CSV.
  return toTextCell(cell, isRunnable(cell) ? style.quoted : 0);
}

function toTextCell(text: string, styleIndex: number): string {
  const shown = styleIndex === 0 ? '' : ` s="${styleIndex}"`;
  return `<c${shown} t="inlineStr"><is><t xml:space="preserve">${toXmlText(text.slice(0, textLimit))}</t></is></c>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Text for XML 1.0: signs that XML refuses as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19), and so is a text that
 * looks like one.
 */
function toXmlText(text: string): string {
  return (
    text
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // oxlint-disable-next-line no-control-regex -- exactly these are refused
      .replaceAll(/[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g, (sign) => {
        return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
      })
      .replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
  );
}

/** A table as cells; a batch of rows is in memory at a time. */
interface FileTable {
  readonly sheetName: string;
  readonly heads: readonly string[];
  /** Of the columns on a worksheet, in characters. */
  readonly widths: readonly number[];
  readonly batches: AsyncIterable<readonly (readonly FileCell[])[]>;
  /** Left out: commas, and a point in figures. */
  readonly csv?: CsvForm;
}

const usualCsv: CsvForm = { separator: 'comma', decimalMark: 'point' };

/** The file as bytes in order. */
export function toFile(format: ExportFormat, table: FileTable): AsyncGenerator<Buffer> {
  return format === 'csv' ? toCsv(table) : zip(toWorkbook(table));
}

async function* toCsv({ heads, batches, csv = usualCsv }: FileTable): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + toSeparatedRow(heads, csv), 'utf8');
  for await (const rows of batches) {
    const lines = rows.map((cells) => toSeparatedRow(cells.map(toPlain), csv));
    yield Buffer.from(lines.join(''), 'utf8');
  }
}

function* toWorkbook(table: FileTable) {
  for (const [name, xml] of workbookParts(table.sheetName)) yield { name, chunks: [xml] };
  yield { name: sheetPath, chunks: toSheet(table) };
}

async function* toSheet({ heads, widths, batches }: FileTable): AsyncGenerator<string> {
  yield toSheetStart(heads, widths);
  for await (const rows of batches) yield rows.map(toRowXml).join('');
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
