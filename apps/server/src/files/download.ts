import { Readable } from 'node:stream';
import { chooseLocale, type Locale } from '@platen/catalogue/locale';
import { type ExportFormat, exportTypes, xlsxRowLimit } from '@platen/contract/export';
import type { FastifyRequest } from 'fastify';
import { toLanguages } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import { minuteMs } from '../base/time.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Platform } from '../kit/platform.ts';
import { FileAnswer } from '../kit/send.ts';
import { type Change, recordChange } from '../store/audit.ts';
import { type FileColumn, type FileForm, toClock, toMomentsOf } from './cells.ts';
import type { Snapshot } from './snapshot.ts';
import { toFile } from './table-file.ts';

/** The kind of file, and the time zone of its times. */
interface FileAsked {
  readonly format: ExportFormat;
  readonly timeZone: string | undefined;
}

/** A table that is given away as a file; `R`: a row as it is read. */
export interface TableExport<R, S, T> {
  /** Before the day in the name of the file. */
  readonly fileName: string;
  readonly textsOf: (locale: Locale) => T;
  /** Of the worksheet. */
  readonly toSheetName: (texts: T) => string;
  readonly columns: readonly FileColumn<S, T>[];
  readonly open: () => Promise<Snapshot<R>>;
  readonly toSource: (form: FileForm) => (row: R) => S;
  /** What of it is recorded: an aborted copy is a copy too. */
  readonly toChange: (total: number) => Omit<Change, 'actor'>;
}

/**
 * Answers with all rows of a table as a file, in the language of the request. Refuses 203002 where too many
 * files are being made, and 202001 for more rows than a worksheet holds.
 */
export async function sendTable<R, S, T>(
  { store, limits }: Pick<Platform, 'store' | 'limits'>,
  { request, user }: { readonly request: FastifyRequest; readonly user: SignedInUser },
  { format, timeZone }: FileAsked,
  table: TableExport<R, S, T>,
): Promise<FileAnswer> {
  const leave = limits.downloads.take(user.userId);
  if (leave === undefined) throw new Refusal(203002, 'too many exports at once', { retryAfter: 10 });
  let all: Snapshot<R> | undefined;
  const close = async () => {
    await all?.close();
    leave();
  };
  try {
    all = await table.open();
    const { total, batches } = all;
    if (format === 'xlsx' && total > xlsxRowLimit)
      throw new Refusal(202001, `format: a sheet holds ${xlsxRowLimit} rows at most, csv any number`);
    const { detail, ...change } = table.toChange(total);
    await recordChange(store.db, { actor: user, ...change, detail: { format, ...detail } });
    const zone = timeZone ?? 'UTC';
    const form: FileForm = {
      locale: chooseLocale(toLanguages(request.headers['accept-language'])),
      zone,
      now: new Date(),
      toMoment: toMomentsOf(zone),
    };
    const texts = table.textsOf(form.locale);
    const day = toClock(form.toMoment(form.now)).toISOString().slice(0, 10);
    const file = toFile(format, {
      sheetName: table.toSheetName(texts),
      heads: table.columns.map(({ toHead }) => toHead(texts, form)),
      widths: table.columns.map(({ width }) => width),
      batches: toCells(batches, table, form),
    });
    return new FileAnswer(toStream(file, close), exportTypes[format], {
      'total-count': String(total),
      'content-disposition': `attachment; filename="${table.fileName}-${day}.${format}"`,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

async function* toCells<R, S, T>(
  batches: AsyncIterable<readonly R[]>,
  { columns, toSource }: Pick<TableExport<R, S, T>, 'columns' | 'toSource'>,
  form: FileForm,
) {
  const sourceOf = toSource(form);
  for await (const rows of batches)
    yield rows.map((row) => {
      const source = sourceOf(row);
      return columns.map(({ toCell }) => toCell(source));
    });
}

/** As long as the store lets a transaction idle: after that the rest could not be read anyway. */
const longestIdleMs = minuteMs;

/**
 * The file as a stream. `close` runs before it ends, so that a client that has all of it may request the
 * next, and when it is given up; it is destroyed, which cuts the connection, when its client has taken
 * nothing for `idleMs`.
 */
export function toStream(
  chunks: AsyncIterable<Buffer>,
  close: () => Promise<void>,
  idleMs: number = longestIdleMs,
): Readable {
  async function* watched() {
    for await (const chunk of chunks) {
      const idle = setTimeout(() => stream.destroy(new Error('the client has taken nothing for too long')), idleMs);
      try {
        yield chunk;
      } finally {
        clearTimeout(idle);
      }
    }
    await close();
  }
  const stream: Readable = Readable.from(watched(), { objectMode: false });
  // Also if the download is aborted; emitted after the last read has ended.
  stream.once('close', () => void close());
  return stream;
}
