import type { DeviceReport } from '@platen/contract/report';
import type { Supply, TonerColor } from '@platen/contract/report-sections';
import { toFamily } from '../merge/match-supplies.ts';
import { colorsIn } from '../toner-color.ts';

export type Condition = NonNullable<Supply['condition']>;

/** What a device says of one of its supplies beside the level, and where it says it (as evidence names it). */
export interface Said {
  /** The supply's place in the list. */
  readonly place: number;
  readonly condition: Condition;
  readonly source: { source: string; name?: string; raw: string };
}

/** The gravest first. */
export const byGravity: readonly Condition[] = ['missing', 'empty', 'full', 'low', 'nearFull', 'ok'];

type Alert = NonNullable<NonNullable<DeviceReport['status']>['alerts']>[number];

/** PrtAlertGroupTC (RFC 3805, IANA-PRINTER-MIB). */
const markerSupplies = 11;

/** PrtAlertCodeTC by number: what it says, and of what where the code names it. */
const codes: Readonly<Record<number, readonly [Condition, Family?]>> = {
  9: ['missing'], // subunitMissing
  10: ['low'], // subunitLifeAlmostOver
  11: ['empty'], // subunitLifeOver
  12: ['low'], // subunitAlmostEmpty
  13: ['empty'], // subunitEmpty
  14: ['nearFull'], // subunitAlmostFull
  15: ['full'], // subunitFull
  1101: ['empty', 'colour'], // markerTonerEmpty
  1102: ['empty', 'colour'], // markerInkEmpty
  1103: ['empty', 'colour'], // markerPrintRibbonEmpty
  1104: ['low', 'colour'], // markerTonerAlmostEmpty
  1105: ['low', 'colour'], // markerInkAlmostEmpty
  1106: ['low', 'colour'], // markerPrintRibbonAlmostEmpty
  1107: ['nearFull', 'waste'], // markerWasteTonerReceptacleAlmostFull
  1108: ['nearFull', 'waste'], // markerWasteInkReceptacleAlmostFull
  1109: ['full', 'waste'], // markerWasteTonerReceptacleFull
  1110: ['full', 'waste'], // markerWasteInkReceptacleFull
  1111: ['low', 'drum'], // markerOpcLifeAlmostOver
  1112: ['empty', 'drum'], // markerOpcLifeOver
  1113: ['low', 'developer'], // markerDeveloperAlmostEmpty
  1114: ['empty', 'developer'], // markerDeveloperEmpty
  1115: ['missing', 'colour'], // markerTonerCartridgeMissing
};

/**
 * What the alerts say of supplies. An alert of the supplies group that names a row is about that row (prtAlertGroupIndex);
 * one that names none is taken by its code and the colour in its words, where only one supply can be meant.
 */
export function fromAlerts(alerts: readonly Alert[], supplies: readonly Supply[]): Said[] {
  return alerts.flatMap((alert) => {
    const known = alert.code === undefined ? undefined : codes[alert.code];
    if (known === undefined) return [];
    const [condition, family] = known;
    const place = toRow(alert, supplies) ?? byWords(alert, family, supplies);
    if (place === undefined) return [];
    const name = `prtAlertCode.${alert.index}`;
    const source = { source: `1.3.6.1.2.1.43.18.1.1.7.${alert.index}`, name, raw: String(alert.code) };
    return [{ place, condition, source }];
  });
}

function toRow({ group, groupIndex, index }: Alert, supplies: readonly Supply[]): number | undefined {
  if (group !== markerSupplies || groupIndex === undefined || groupIndex < 1) return undefined;
  const rows = supplies.map((supply) => supply.index.split('.'));
  const places = rows.flatMap(([, row, ...more], place) =>
    row === String(groupIndex) && more.length === 0 ? [place] : [],
  );
  const device = index.split('.', 1)[0];
  const own = places.filter((place) => rows[place]?.[0] === device);
  const fitting = own.length === 0 ? places : own;
  return fitting.length === 1 ? fitting[0] : undefined;
}

function byWords(alert: Alert, family: Family | undefined, supplies: readonly Supply[]): number | undefined {
  const namesRow = alert.group === markerSupplies && (alert.groupIndex ?? 0) > 0;
  return family === undefined || namesRow ? undefined : findMeant(supplies, family, alert.description ?? '');
}

/** What a line of the panel is about; the first that fits. A cartridge alone is one of toner or ink. */
const subjects: readonly (readonly [RegExp, Family])[] = [
  [/\bwaste\b|\bmaintenance box\b|\b(toner )?collect(ion|or)\b/, 'waste'],
  [/\bdrum\b|\bimaging (unit|kit)\b|\bphotoconductor\b/, 'drum'],
  [/\bdeveloper\b/, 'developer'],
  [/\bfus(er|ing)\b/, 'fuser'],
  [/\btransfer\b|\bbelt\b/, 'transferUnit'],
  [/\btoner\b|\bink\b|\bcartridge\b/, 'colour'],
];

/** What it says; the first that fits, so that `almost empty` is not empty and `replace soon` not yet. */
const conditions: readonly (readonly [RegExp, Condition])[] = [
  [/\b(almost|nearly|near|nearing) full\b/, 'nearFull'],
  [/\bfull\b/, 'full'],
  [/\b(missing|not (installed|detected|inserted))\b|\b(install|insert)\b/, 'missing'],
  [/\blow\b|\b(almost|nearly|near|nearing|very little)\b|\bsoon\b|\bprepare\b|\border\b|\bnear end\b/, 'low'],
  [
    /\bempty\b|\bdepleted\b|\bout of\b|\b(used|ran|run) (up|out)\b|\bexhausted\b|\breplace\b|\bno toner\b|\bend of life\b/,
    'empty',
  ],
];
/** Words that turn a line round: questions, advice, reports that all is well. */
const otherwise = /\b(ok|good|not (low|empty|full)|save|saver|saving|mode|level|quality|density|error)\b|\?/;
const fullOnly: ReadonlySet<Condition> = new Set(['nearFull', 'full']);

/** What the panel's English lines say of supplies, where a line names one thing, one condition and one supply. */
export function fromPanel(
  text: string,
  supplies: readonly Supply[],
  evidence: { source: string; name?: string | undefined } | undefined,
): Said[] {
  return text.split('\n').flatMap((line) => {
    const words = line.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    if (words === '' || words.length > 200 || otherwise.test(words)) return [];
    const family = subjects.find(([pattern]) => pattern.test(words))?.[1];
    const condition = conditions.find(([pattern]) => pattern.test(words))?.[1];
    // Only a receptacle gets full, and it gets nothing else but missing.
    if (family === undefined || condition === undefined) return [];
    const meant = family === 'waste' && condition === 'empty' ? 'full' : condition;
    if (fullOnly.has(meant) !== (family === 'waste') && meant !== 'missing') return [];
    const place = findMeant(supplies, family, words);
    if (place === undefined) return [];
    const { source = 'status.consoleText', name } = evidence ?? {};
    return [{ place, condition: meant, source: { source, ...(name === undefined ? {} : { name }), raw: line.trim() } }];
  });
}

/** The bits of hrPrinterDetectedErrorState that speak of toner or ink, without saying which. */
const bits: Readonly<Record<string, Condition>> = { lowToner: 'low', noToner: 'empty', markerSupplyMissing: 'missing' };

/** What the error bits say of a machine's only toner or ink; nothing where it has several. */
export function fromErrors(
  names: readonly string[],
  supplies: readonly Supply[],
  evidence: { source: string; name?: string | undefined; raw: string } | undefined,
): Said[] {
  return names.flatMap((error) => {
    const condition = bits[error];
    const place = condition === undefined ? undefined : findMeant(supplies, 'colour', '');
    if (condition === undefined || place === undefined) return [];
    const { source = 'status.detectedErrors', name, raw = error } = evidence ?? {};
    return [{ place, condition, source: { source, ...(name === undefined ? {} : { name }), raw } }];
  });
}

/** What a message is about: toner or ink, or another part, as `toFamily` names it. */
type Family = 'colour' | 'waste' | 'drum' | 'developer' | 'fuser' | 'transferUnit';

/**
 * The one supply that is meant by a family and what is said of its colour. Undefined when several could be meant:
 * then nothing is said of any, as the wrong one would be ordered.
 */
function findMeant(supplies: readonly Supply[], family: Family, words: string): number | undefined {
  const places = supplies.flatMap((supply, place) => (toFamily(supply) === family ? [place] : []));
  const colors = colorsIn(words);
  const [color] = colors;
  if (colors.length > 1) return undefined;
  if (color === undefined) return only(places);
  const own = places.filter((place) => colorOf(supplies[place]) === color);
  // A machine with one toner may name its colour where the table does not.
  const sole = places.length === 1 && places.every((place) => colorOf(supplies[place]) === undefined);
  return only(sole ? places : own);
}

/** A drum's colour is in its words only. */
function colorOf(supply: Supply | undefined): TonerColor | undefined {
  if (supply?.tonerColor !== undefined) return supply.tonerColor;
  const colors = colorsIn(`${supply?.description ?? ''} ${supply?.colorant ?? ''}`);
  return colors.length === 1 ? colors[0] : undefined;
}

const only = (places: readonly number[]): number | undefined => (places.length === 1 ? places[0] : undefined);
