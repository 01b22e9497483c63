import { createHash } from 'node:crypto';
import type { MeterCode, TemplateForm } from '@platen/contract/meter-exports';
import type { Kysely } from 'kysely';
import { readClosedLines } from '../../closes/close-file.ts';
import type { CloseRow } from '../../closes/close-row.ts';
import { toFile } from '../../files/table-file.ts';
import type { Database } from '../../store/database.ts';
import { toExportLine } from './export-line.ts';
import { exportTexts } from './texts.ts';
import { type ExportTable, toTable } from './to-table.ts';

/** What a file is made of besides the lines of its close. */
export interface FileOptions {
  readonly form: TemplateForm;
  readonly codes: readonly MeterCode[];
  /** Address of the portal. */
  readonly portal: string;
}

export interface MadeFile {
  readonly bytes: Buffer;
  /** SHA-256. */
  readonly hash: Buffer;
  readonly table: ExportTable;
}

/** The table of a close; needs a transaction. */
export async function makeTable(trx: Kysely<Database>, close: CloseRow, options: FileOptions): Promise<ExportTable> {
  const lines: ReturnType<typeof toExportLine>[] = [];
  for await (const some of readClosedLines(trx, close.closeId)) lines.push(...some.map(toExportLine));
  return toTable(lines, { ...options, close });
}

/**
 * The file of a close; needs a transaction. It is made as a whole before it is sent: its hash is recorded and
 * a mail holds it; 30,000 lines are about 5 MB.
 */
export async function makeFile(trx: Kysely<Database>, close: CloseRow, options: FileOptions): Promise<MadeFile> {
  const { form } = options;
  const table = await makeTable(trx, close, options);
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  for await (const chunk of toFile(form.format, {
    sheetName: exportTexts(form.language).sheet,
    heads: table.heads,
    widths: table.widths,
    batches: inBatches(table.rows),
    csv: form,
  })) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), hash: hash.digest(), table };
}

const batchSize = 1000;

async function* inBatches<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < rows.length; from += batchSize) yield rows.slice(from, from + batchSize);
}
