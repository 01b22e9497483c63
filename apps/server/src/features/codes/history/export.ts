import { fillMessage } from '@platen/catalogue/fill-message';
import type { Locale } from '@platen/catalogue/locale';
import { texts as english } from '@platen/catalogue/texts/code-history-en-us';
import { texts as japanese } from '@platen/catalogue/texts/code-history-ja-jp';
import type { CodeHistoryTexts } from '@platen/catalogue/texts/types';
import { type ComparedRow, exportCodeComparison } from '@platen/contract/code-history';
import type { FastifyInstance } from 'fastify';
import { type FileColumn, type FileForm, toClock } from '../../../files/cells.ts';
import { sendTable } from '../../../files/download.ts';
import { serve } from '../../../kit/serve.ts';
import { compareCodes } from './compare.ts';

const texts: Readonly<Record<Locale, CodeHistoryTexts>> = { 'en-us': english, 'ja-jp': japanese };
const textsOf = (locale: Locale): CodeHistoryTexts => texts[locale];

/** `GET /v1/device/{id}/codes/compare/export` (CH-11): the table of a comparison, as a file. */
export function registerCodeComparisonExport(app: FastifyInstance): void {
  const { platform } = app;
  serve(
    app,
    exportCodeComparison,
    async ({ user, request, params, query: { format, timeZone, left, right } }) => {
      const found = await compareCodes(platform.store, user, params.id, { left, right }, new Date());
      return await sendTable(
        platform,
        { request, user },
        { format, timeZone },
        {
          fileName: 'codes',
          textsOf,
          toSheetName: ({ codeHistory }) => codeHistory.file.name,
          columns,
          open: async () => ({ total: found.rows.length, batches: inOne(found.rows), close: async () => undefined }),
          toSource: (form: FileForm) => (row: ComparedRow) => ({ row, form, own: textsOf(form.locale) }),
          toChange: (codes) => ({
            action: 'export codes',
            subject: `device:${params.id}`,
            detail: { codes, left, right },
          }),
        },
      );
    },
    { isFile: true },
  );
}

async function* inOne(rows: readonly ComparedRow[]) {
  if (rows.length > 0) yield rows;
}

interface Source {
  readonly row: ComparedRow;
  readonly form: FileForm;
  readonly own: CodeHistoryTexts;
}
type Column = FileColumn<Source, CodeHistoryTexts>;

const toMoment = (at: string | undefined, form: FileForm) => (at === undefined ? null : form.toMoment(new Date(at)));
const inZone =
  (name: 'lastBefore' | 'firstAfter'): Column['toHead'] =>
  ({ codeHistory }, { zone, locale }) =>
    fillMessage(codeHistory.file[name], { zone }, locale);

const columns: readonly Column[] = [
  { toHead: ({ codeHistory }) => codeHistory.columns.code, toCell: ({ row }) => row.code, width: 14 },
  {
    toHead: ({ codeHistory }) => codeHistory.left,
    toCell: ({ row, own }) => row.left ?? own.codeHistory.notReported,
    width: 18,
  },
  {
    toHead: ({ codeHistory }) => codeHistory.right,
    toCell: ({ row, own }) => row.right ?? own.codeHistory.notReported,
    width: 18,
  },
  { toHead: ({ codeHistory }) => codeHistory.columns.by, toCell: ({ row }) => row.by, width: 10 },
  { toHead: ({ codeHistory }) => codeHistory.columns.model, toCell: ({ row }) => row.mode, width: 14 },
  { toHead: ({ codeHistory }) => codeHistory.columns.level, toCell: ({ row }) => row.level, width: 12 },
  { toHead: inZone('lastBefore'), toCell: ({ row, form }) => toMoment(row.change?.lastBefore, form), width: 18 },
  { toHead: inZone('firstAfter'), toCell: ({ row, form }) => toMoment(row.change?.firstAfter, form), width: 18 },
  { toHead: ({ codeHistory }) => codeHistory.columns.context, toCell: toContext, width: 44 },
  {
    toHead: ({ codeHistory }) => codeHistory.lanes.adjusting,
    toCell: ({ row, own }) => (row.isAdjusting ? own.codeHistory.file.yes : null),
    width: 14,
  },
];

/** What else happened between the two readings, or who changed it and why, as people wrote it (CH-05). */
function toContext({ row, form, own: { codeHistory } }: Source): string | null {
  const { context } = codeHistory;
  if (row.right === null) return context.notReported;
  if (row.isNewWithFirmware) return context.newWithFirmware;
  if (row.change === null) return null;
  const { note, contexts } = row.change;
  if (note !== null) return note.changedBy === null ? note.why : `${note.changedBy}: ${note.why}`;
  const named = contexts.map((one) => {
    if (one.kind === 'firmware')
      return fillMessage(context.firmware, { before: one.before, after: one.after }, form.locale);
    if (one.kind === 'memoryCleared') return context.memoryCleared;
    const { arrivedAt, technician } = one.visit;
    const date = toClock(form.toMoment(new Date(arrivedAt)))
      .toISOString()
      .slice(0, 10);
    return technician === null
      ? fillMessage(context.visit, { date }, form.locale)
      : fillMessage(context.visitBy, { date, name: technician }, form.locale);
  });
  return named.length === 0 ? context.unknown : named.join('; ');
}
