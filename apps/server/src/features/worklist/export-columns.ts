import { fillMessage } from '@platen/catalogue/fill-message';
import { createHeadline } from '@platen/catalogue/headline';
import { toHeadlineLanguage } from '@platen/catalogue/headline-language';
import type { Locale } from '@platen/catalogue/locale';
import type { WorklistFileTexts } from '@platen/catalogue/texts/types';
import { texts as english } from '@platen/catalogue/texts/worklist-file-en-us';
import { texts as japanese } from '@platen/catalogue/texts/worklist-file-ja-jp';
import { lastHeardOf } from '@platen/contract/last-heard';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { type FileColumn, type FileForm, toClock } from '../../files/cells.ts';

const texts: Readonly<Record<Locale, WorklistFileTexts>> = { 'en-us': english, 'ja-jp': japanese };
/** The texts of a file in a language. */
export const textsOf = (locale: Locale): WorklistFileTexts => texts[locale];

interface Source {
  readonly row: WorklistRow;
  readonly texts: WorklistFileTexts;
  readonly form: FileForm;
  /** Of the conditions that the list shows, the costliest first. */
  readonly headlines: readonly string[];
  readonly toDay: (iso: string) => string;
}

/** What the cells of a row are made of. Days in texts are those of the file's zone, `YYYY-MM-DD`. */
export function toSource(form: FileForm): (row: WorklistRow) => Source {
  const toDay = (iso: string) =>
    iso.length === 10
      ? iso
      : toClock(form.toMoment(new Date(iso)))
          .toISOString()
          .slice(0, 10);
  const toHeadline = createHeadline(toHeadlineLanguage(form.locale, toDay));
  const own = textsOf(form.locale);
  return (row) => ({ row, texts: own, form, headlines: row.conditions.map(toHeadline), toDay });
}

type Column = FileColumn<Source, WorklistFileTexts>;

const inZone =
  (name: 'byHand' | 'since' | 'answer'): Column['toHead'] =>
  (own, { zone, locale }) =>
    fillMessage(own.worklistFile[name], { zone }, locale);
const toMoment = (iso: string | undefined, form: FileForm) => (iso === undefined ? null : form.toMoment(new Date(iso)));
const rounded = (points: number) => Math.round(points * 100) / 100;

/** The columns of the file in their order: what a row of the list shows (WL-56). */
export const worklistColumns: readonly Column[] = [
  {
    toHead: ({ worklist }) => worklist.columns.priority,
    // What is resolved has no class.
    toCell: ({ row }) => (row.state === 'resolved' ? null : row.priority),
    width: 9,
  },
  { toHead: ({ worklistFile }) => worklistFile.cost, toCell: ({ row }) => rounded(row.cost), width: 14 },
  { toHead: ({ worklistFile }) => worklistFile.judgedCost, toCell: ({ row }) => rounded(row.judgedCost), width: 14 },
  { toHead: ({ worklistFile }) => worklistFile.unknown, toCell: ({ row }) => row.unknown, width: 12 },
  { toHead: ({ worklist }) => worklist.columns.what, toCell: ({ headlines }) => headlines[0] ?? null, width: 44 },
  { toHead: ({ worklistFile }) => worklistFile.further, toCell: toFurther, width: 44 },
  { toHead: ({ worklistFile }) => worklistFile.count, toCell: ({ row }) => row.conditionCount, width: 11 },
  { toHead: ({ deviceList }) => deviceList.columns.serial, toCell: ({ row }) => row.serial, width: 18 },
  { toHead: ({ deviceList }) => deviceList.columns.model, toCell: ({ row }) => row.model, width: 24 },
  { toHead: ({ worklistFile }) => worklistFile.collector, toCell: ({ row }) => row.name, width: 20 },
  { toHead: ({ downloads }) => downloads.columns.customerNumber, toCell: ({ row }) => row.customerNumber, width: 16 },
  { toHead: ({ downloads }) => downloads.columns.customerName, toCell: ({ row }) => row.customerName, width: 30 },
  { toHead: ({ deviceList }) => deviceList.columns.description, toCell: ({ row }) => row.description, width: 30 },
  { toHead: inZone('since'), toCell: ({ row, form }) => toMoment(row.since, form), width: 18 },
  {
    toHead: ({ worklist }) => worklist.columns.state,
    toCell: ({ row, texts: own }) => own.worklist.states[row.state],
    width: 16,
  },
  { toHead: ({ worklistFile }) => worklistFile.marks, toCell: toMarkText, width: 24 },
  { toHead: ({ worklist }) => worklist.columns.who, toCell: ({ row }) => row.assignee?.name ?? null, width: 20 },
  { toHead: ({ worklistFile }) => worklistFile.plannedDay, toCell: ({ row }) => row.plannedDay, width: 13 },
  { toHead: inZone('answer'), toCell: ({ row, form }) => toMoment(row.answer?.due, form), width: 18 },
  { toHead: inZone('byHand'), toCell: ({ row, form }) => toMoment(row.byHand?.until, form), width: 18 },
];

/** The other conditions that the list shows, and how many more there are. */
function toFurther({ row, headlines, texts: own, form }: Source): string | null {
  const rest = row.conditionCount - headlines.length;
  const more = rest > 0 ? [fillMessage(own.worklist.more, { count: rest }, form.locale)] : [];
  const named = [...headlines.slice(1), ...more];
  return named.length === 0 ? null : named.join(' · ');
}

function toMarkText({ row, texts: own, form, toDay }: Source): string | null {
  const date = toDay(lastHeardOf(row.conditions) ?? row.since);
  const marks = row.marks.map((mark) => fillMessage(own.worklist.marks[mark], { date }, form.locale));
  return marks.length === 0 ? null : marks.join(' · ');
}
