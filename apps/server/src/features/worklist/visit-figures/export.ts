import { fillMessage } from '@platen/catalogue/fill-message';
import type { Locale } from '@platen/catalogue/locale';
import { partWords } from '@platen/catalogue/part-words';
import { isKeyOf, toSupplyName } from '@platen/catalogue/supply-phrase';
import { status as statusEnglish } from '@platen/catalogue/texts/en-us/status';
import { status as statusJapanese } from '@platen/catalogue/texts/ja-jp/status';
import type { VisitFiguresTexts } from '@platen/catalogue/texts/types';
import { texts as english } from '@platen/catalogue/texts/visit-figures-en-us';
import { texts as japanese } from '@platen/catalogue/texts/visit-figures-ja-jp';
import { exportVisitEffects } from '@platen/contract/visit-figures';
import { isSupply } from '@platen/diagnosis/pack/bring';
import type { FastifyInstance } from 'fastify';
import type { FileColumn, FileForm } from '../../../files/cells.ts';
import { sendTable } from '../../../files/download.ts';
import { openSnapshot } from '../../../files/snapshot.ts';
import { requireRight } from '../../../identity/signed-in-user.ts';
import { serve } from '../../../kit/serve.ts';
import { type ChangeRow, readChanges } from './figures-store.ts';
import { toSpan } from './read-figures.ts';

const texts: Readonly<Record<Locale, VisitFiguresTexts>> = { 'en-us': english, 'ja-jp': japanese };
const statusTexts = { 'en-us': statusEnglish, 'ja-jp': statusJapanese } as const;
const textsOf = (locale: Locale): VisitFiguresTexts => texts[locale];

/**
 * `GET /v1/visits/effect/export`: what each entry of visits changed, as a file, with all that its ratio rests
 * on (GE-10). No column names a person (VR-11).
 */
export function registerVisitEffectsExport(app: FastifyInstance): void {
  const { platform } = app;
  serve(
    app,
    exportVisitEffects,
    async ({ user, request, query: { format, timeZone, from, to, customer, model } }) => {
      requireRight(user, 'recordVisits');
      const span = toSpan(from, to, new Date());
      return await sendTable(
        platform,
        { request, user },
        { format, timeZone },
        {
          fileName: 'visit-effects',
          textsOf,
          toSheetName: ({ visitFigures }) => visitFigures.file.name,
          columns,
          open: () =>
            openSnapshot(platform.store, async (trx) => {
              const rows = await readChanges(trx, user, span, { customer, model });
              return { total: rows.length, batches: inOne(rows) };
            }),
          toSource: (form: FileForm) => (row: ChangeRow) => ({ row, form, own: textsOf(form.locale) }),
          toChange: (rows) => ({
            action: 'export visit effects',
            subject: 'visits',
            detail: { rows, ...(customer !== undefined && { customer }), ...(model !== undefined && { model }) },
          }),
        },
      );
    },
    { isFile: true },
  );
}

async function* inOne(rows: readonly ChangeRow[]) {
  if (rows.length > 0) yield rows;
}

interface Source {
  readonly row: ChangeRow;
  readonly form: FileForm;
  readonly own: VisitFiguresTexts;
}
type Column = FileColumn<Source, VisitFiguresTexts>;

const side = (which: 'before' | 'after'): readonly Column[] => [
  {
    toHead: ({ visitFigures }) => visitFigures.file[`${which}Events`],
    toCell: ({ row }) => row.effect[which].count,
    width: 14,
  },
  {
    toHead: ({ visitFigures }) => visitFigures.file[`${which}Counted`],
    toCell: ({ row }) => Math.round(1000 * row.effect[which].exposure),
    width: 14,
  },
  {
    toHead: ({ visitFigures }) => visitFigures.file[`${which}From`],
    toCell: ({ row }) => row.effect[which].from,
    width: 12,
  },
  {
    toHead: ({ visitFigures }) => visitFigures.file[`${which}To`],
    toCell: ({ row }) => row.effect[which].to,
    width: 12,
  },
];

const ratioOf = (which: 'ratio' | 'lower' | 'upper'): Column => ({
  toHead: ({ visitFigures }) => visitFigures.file[which],
  toCell: ({ row: { effect } }) => {
    const value = effect.judged.state === 'known' ? effect.judged[which] : null;
    return value === null ? null : Math.round(value * 1000) / 1000;
  },
  width: 10,
});

const columns: readonly Column[] = [
  { toHead: ({ visitFigures }) => visitFigures.file.day, toCell: ({ row }) => row.effect.day, width: 12 },
  { toHead: ({ visitFigures }) => visitFigures.file.serial, toCell: ({ row }) => row.serial, width: 18 },
  { toHead: ({ visitFigures }) => visitFigures.model, toCell: ({ row }) => row.model, width: 24 },
  {
    toHead: ({ visitFigures }) => visitFigures.file.customerNumber,
    toCell: ({ row }) => row.customerNumber,
    width: 16,
  },
  { toHead: ({ visitFigures }) => visitFigures.customer, toCell: ({ row }) => row.customerName, width: 30 },
  { toHead: ({ visitFigures }) => visitFigures.changes.what, toCell: toDone, width: 30 },
  { toHead: ({ visitFigures }) => visitFigures.file.rate, toCell: toRate, width: 30 },
  ...side('before'),
  ...side('after'),
  { toHead: ({ visitFigures }) => visitFigures.file.usual, toCell: ({ row }) => row.effect.usual, width: 12 },
  ratioOf('ratio'),
  ratioOf('lower'),
  ratioOf('upper'),
  {
    toHead: ({ visitFigures }) => visitFigures.changes.says,
    toCell: ({ row: { effect }, own }) => {
      const { judged, isOver } = effect;
      if (judged.state !== 'known') return own.effects.verdict[isOver ? 'unknown' : 'notYetKnown'];
      const verdict = own.effects.verdict[judged.verdict];
      return judged.wasNearUsual ? `${verdict}, ${own.effects.nearUsual}` : verdict;
    },
    width: 26,
  },
];

function nameOf(unit: string, { form, own }: Source): string {
  if (!isSupply(unit))
    return partWords(unit, form.locale) ?? fillMessage(own.effects.unit, { code: unit }, form.locale);
  const [, type = ''] = unit.split('.');
  const { supplyName } = statusTexts[form.locale];
  return supplyName[type === 'waste' ? 'wasteToner' : (toSupplyName(type) ?? 'other')];
}

function toDone(source: Source): string {
  const { done, item } = source.row.effect;
  const { visitFigures } = source.own;
  const what = done === 'replaced' ? visitFigures.file.replaced : visitFigures.done[done];
  return item === null ? what : `${what}: ${nameOf(item, source)}`;
}

function toRate(source: Source): string {
  const { measure, of } = source.row.effect;
  const { what, sources } = source.own.effects;
  if (measure === 'serviceCalls' || of === null) return what.serviceCalls;
  const unit = measure === 'unitErrors' ? nameOf(of, source) : isKeyOf(sources, of) ? sources[of] : of;
  return fillMessage(what[measure], { of: unit }, source.form.locale);
}
