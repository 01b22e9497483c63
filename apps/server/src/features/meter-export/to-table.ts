import { fillMessage } from '@platen/catalogue/fill-message';
import type { Locale } from '@platen/catalogue/locale';
import type { Cell } from '@platen/contract/csv';
import { type ExportField, isDeviceField } from '@platen/contract/meter-export-names';
import type { MeterCode, TemplateForm } from '@platen/contract/meter-exports';
import { splitMeter } from '@platen/contract/meter-names';
import { toClock, toMomentsOf } from '../../files/cells.ts';
import type { ExportedClose, ExportLine } from './export-line.ts';
import { type CodedLine, type LeftOutLine, toCoded, toCodesOf } from './meter-codes.ts';
import { exportTexts } from './texts.ts';

/** A file of a close before it is written: heads and rows, and what is not in it with the reason. */
export interface ExportTable {
  readonly heads: readonly string[];
  /** Characters that a worksheet shows of each column. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** Lines of the close in it: of the wide shape more than rows. */
  readonly lines: number;
  readonly leftOut: readonly LeftOutLine[];
}

interface Context {
  readonly close: ExportedClose;
  readonly locale: Locale;
  /** Address of the portal. */
  readonly portal: string;
  readonly toDay: (at: number) => string;
  readonly toTime: (at: number) => string;
}

/** Address of the proof of a reading, in the ledger of its device (LG-17); null: there is none, or a sum. */
function toProofAddress(portal: string, { deviceId, meter, end }: ExportLine): string | null {
  if (end === null || meter.includes('+')) return null;
  const query = new URLSearchParams({ device: deviceId, view: 'ledger', meter, at: new Date(end.at).toISOString() });
  return `${portal}/counter?${query.toString()}`;
}

/** What is remarked of a line, in words; null: nothing. */
function toRemark({ remarks, corrects }: ExportLine, locale: Locale): string | null {
  const texts = exportTexts(locale);
  const all = [
    ...(corrects === null ? [] : [fillMessage(texts.corrects, { name: corrects }, locale)]),
    ...remarks.map((remark) => texts.remarks[remark]),
  ];
  return all.length === 0 ? null : all.join('; ');
}

const cells: Readonly<Record<ExportField, (coded: CodedLine, context: Context) => Cell>> = {
  customerNumber: ({ line }) => line.customerNumber,
  customerName: ({ line }) => line.customerName,
  dealerNumber: ({ line }) => line.dealerNumber,
  assetNumber: ({ line }) => line.assetNumber,
  serial: ({ line }) => line.serial,
  model: ({ line }) => line.model,
  description: ({ line }) => line.description,
  zone: (_, { close }) => close.zone,
  closeName: (_, { close }) => close.name,
  meter: ({ line }) => line.meter,
  meterCode: ({ code }) => code,
  unit: ({ line }) => splitMeter(line.meter.split('+')[0] ?? '').unit,
  readingDate: ({ line: { end } }, { toDay }) => (end === null ? null : toDay(end.at)),
  readingTime: ({ line: { end } }, { toTime }) => (end === null ? null : toTime(end.at)),
  reading: ({ line }) => line.end?.value ?? null,
  readingBefore: ({ line }) => line.start?.value ?? null,
  dateBefore: ({ line: { start } }, { toDay }) => (start === null ? null : toDay(start.at)),
  use: ({ line }) => line.use,
  source: ({ line: { source } }, { locale }) => (source === null ? null : exportTexts(locale).sources[source]),
  state: ({ line: { state } }, { locale }) => exportTexts(locale).states[state],
  estimated: ({ line: { state } }, { locale }) => (state === 'estimated' ? exportTexts(locale).estimated : null),
  correction: ({ line }) => line.correction,
  remark: ({ line }, { locale }) => toRemark(line, locale),
  proofAddress: ({ line }, { portal }) => toProofAddress(portal, line),
};

const wide: ReadonlySet<ExportField> = new Set(['customerName', 'description', 'closeName', 'remark', 'proofAddress']);
const widthOf = (field: ExportField): number => (wide.has(field) ? 30 : 16);

/** Dates and times of a zone as a file has them: `2026-11-30`, `23:04:12`. */
function toClocks(zone: string): Pick<Context, 'toDay' | 'toTime'> {
  const toMoment = toMomentsOf(zone);
  const text = (at: number) => toClock(toMoment(new Date(at))).toISOString();
  return { toDay: (at) => text(at).slice(0, 10), toTime: (at) => text(at).slice(11, 19) };
}

/** How a table is made of the lines of a close. */
export interface TableOptions {
  readonly form: TemplateForm;
  readonly codes: readonly MeterCode[];
  readonly close: ExportedClose;
  readonly portal: string;
}

/**
 * The table of a template (MX-01 to MX-05). `lines` in the order of the file, those of a device together. The
 * same lines, template and codes always make the same table.
 */
export function toTable(lines: readonly ExportLine[], { form, codes, close, portal }: TableOptions): ExportTable {
  const leftOut: LeftOutLine[] = [];
  const context: Context = { close, locale: form.language, portal, ...toClocks(close.zone) };
  const isCoded = form.fields.some(({ field }) => field === 'meterCode');
  const codesOf = toCodesOf(codes);
  const wanted = new Set(form.meters);
  const hasPages = form.fields.some(({ field }) => field === 'use' || field === 'correction');
  const whyLeftOut = (line: ExportLine): LeftOutLine['why'] | undefined => {
    if (wanted.size > 0 && !isCoded && !wanted.has(line.meter)) return 'otherMeter';
    if (!form.all && line.isExcluded) return 'excluded';
    if (!form.all && line.assetNumber === null) return 'noAssetNumber';
    return line.corrects !== null && !hasPages ? 'correction' : undefined;
  };
  const devices = inGroups(lines).map((ofDevice) => {
    const due = ofDevice.filter((line) => {
      const why = whyLeftOut(line);
      if (why !== undefined) leftOut.push({ line, why });
      return why === undefined;
    });
    if (!isCoded) return due.map((line): CodedLine => ({ line, code: null }));
    const found = toCoded(due, codesOf(due[0]?.model ?? null));
    leftOut.push(...found.leftOut);
    return found.coded;
  });
  const made = form.shape === 'long' ? toLong(devices, form, context) : toWide(devices, form, context);
  return { ...made, lines: devices.flat().length, leftOut };
}

/** Lines that stand together, in the order of the first of each group. */
function inGroups(lines: readonly ExportLine[]): ExportLine[][] {
  const groups = new Map<string, ExportLine[]>();
  for (const line of lines) {
    const group = groups.get(line.group);
    if (group === undefined) groups.set(line.group, [line]);
    else group.push(line);
  }
  return [...groups.values()];
}

type Made = Pick<ExportTable, 'heads' | 'widths' | 'rows'>;
type Devices = readonly (readonly CodedLine[])[];

const toHead = ({ field, head }: TemplateForm['fields'][number], locale: Locale): string =>
  head ?? exportTexts(locale).fields[field];

const toLong = (devices: Devices, { fields, language }: TemplateForm, context: Context): Made => ({
  heads: fields.map((field) => toHead(field, language)),
  widths: fields.map(({ field }) => widthOf(field)),
  rows: devices.flat().map((line) => fields.map(({ field }) => cells[field](line, context))),
});

/** Fields of a meter make a column for each meter: those of the template, or all of the close by name. */
function toWide(devices: Devices, { fields, language, meters }: TemplateForm, context: Context): Made {
  const nameOf = ({ code, line }: CodedLine) => code ?? line.meter;
  const columns = meters.length > 0 ? meters : [...new Set(devices.flat().map(nameOf))].toSorted();
  const ofMeter = fields.filter(({ field }) => !isDeviceField(field));
  const texts = exportTexts(language);
  const all = [
    ...fields
      .filter(({ field }) => isDeviceField(field))
      .map((field) => ({ ...field, meter: null, head: toHead(field, language) })),
    ...columns.flatMap((meter) =>
      ofMeter.map((field) => ({
        ...field,
        meter,
        head: fillMessage(texts.ofMeter, { meter, field: toHead(field, language) }, language),
      })),
    ),
  ];
  const rows = devices
    .filter((ofDevice) => ofDevice.length > 0)
    .map((ofDevice) => {
      const byMeter = new Map(ofDevice.map((line) => [nameOf(line), line]));
      return all.map(({ field, meter }) => {
        const line = meter === null ? ofDevice[0] : byMeter.get(meter);
        return line === undefined ? null : cells[field](line, context);
      });
    });
  return { heads: all.map(({ head }) => head), widths: all.map(({ field }) => widthOf(field)), rows };
}
