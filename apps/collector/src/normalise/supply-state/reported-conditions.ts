import type { DeviceReport } from '@platen/contract/report';
import type { Supply, TonerColor } from '@platen/contract/report-sections';
import { toFamily } from '../merge/match-supplies.ts';
import { colorsIn } from '../toner-color.ts';

export type Condition = NonNullable<Supply['condition']>;

/**
 * A condition that a device reports for one of its supplies in addition to the level, with its source (for
 * the evidence).
 */
export interface ReportedCondition {
  /** Index of the supply in the list. */
  readonly position: number;
  readonly condition: Condition;
  readonly source: { source: string; name?: string; raw: string };
}

/** Most severe first: devices mention a supply because of a problem. */
export const bySeverity: readonly Condition[] = ['missing', 'empty', 'full', 'low', 'nearFull', 'ok'];

type Alert = NonNullable<NonNullable<DeviceReport['status']>['alerts']>[number];

/** PrtAlertGroupTC (RFC 3805, IANA-PRINTER-MIB). */
const markerSupplies = 11;

/** PrtAlertCodeTC by number: the condition, and the family if the code names it. */
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
 * Conditions in alerts. An alert of the supplies group that names a row is about that row
 * (prtAlertGroupIndex); otherwise its code and the colour in its description identify the supply, if only one
 * can be meant.
 */
export function fromAlerts(alerts: readonly Alert[], supplies: readonly Supply[]): ReportedCondition[] {
  return alerts.flatMap((alert) => {
    const known = alert.code === undefined ? undefined : codes[alert.code];
    if (known === undefined) return [];
    const [condition, family] = known;
    const position = toRow(alert, supplies) ?? byDescription(alert, family, supplies);
    if (position === undefined) return [];
    const name = `prtAlertCode.${alert.index}`;
    const source = { source: `1.3.6.1.2.1.43.18.1.1.7.${alert.index}`, name, raw: String(alert.code) };
    return [{ position, condition, source }];
  });
}

function toRow({ group, groupIndex, index }: Alert, supplies: readonly Supply[]): number | undefined {
  if (group !== markerSupplies || groupIndex === undefined || groupIndex < 1) return undefined;
  const rows = supplies.map((supply) => supply.index.split('.'));
  const positions = rows.flatMap(([, row, ...more], position) =>
    row === String(groupIndex) && more.length === 0 ? [position] : [],
  );
  const device = index.split('.', 1)[0];
  const own = positions.filter((position) => rows[position]?.[0] === device);
  const fitting = own.length === 0 ? positions : own;
  return fitting.length === 1 ? fitting[0] : undefined;
}

function byDescription(alert: Alert, family: Family | undefined, supplies: readonly Supply[]): number | undefined {
  const namesRow = alert.group === markerSupplies && (alert.groupIndex ?? 0) > 0;
  return family === undefined || namesRow ? undefined : findSupply(supplies, family, alert.description ?? '');
}

/** The subject of a line of the panel; the first that fits. A cartridge alone is one of toner or ink. */
const subjects: readonly (readonly [RegExp, Family])[] = [
  [/\bwaste\b|\bmaintenance box\b|\b(toner )?collect(ion|or)\b/, 'waste'],
  [/\bdrum\b|\bimaging (unit|kit)\b|\bphotoconductor\b/, 'drum'],
  [/\bdeveloper\b/, 'developer'],
  [/\bfus(er|ing)\b/, 'fuser'],
  [/\btransfer\b|\bbelt\b/, 'transferUnit'],
  [/\btoner\b|\bink\b|\bcartridge\b/, 'colour'],
];

/**
 * The condition in a line; the first that fits, so that `almost empty` is not empty and `replace soon` not
 * yet.
 */
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
/** Words that reverse the meaning of a line: questions, advice, messages without a problem. */
const otherwise = /\b(ok|good|not (low|empty|full)|save|saver|saving|mode|level|quality|density|error)\b|\?/;
const fullOnly: ReadonlySet<Condition> = new Set(['nearFull', 'full']);

/** Conditions in the panel's English lines, if a line names one subject, one condition and one supply. */
export function fromPanel(
  text: string,
  supplies: readonly Supply[],
  evidence: { source: string; name?: string | undefined } | undefined,
): ReportedCondition[] {
  return text.split('\n').flatMap((line) => {
    const words = line.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    if (words === '' || words.length > 200 || otherwise.test(words)) return [];
    const family = subjects.find(([pattern]) => pattern.test(words))?.[1];
    const condition = conditions.find(([pattern]) => pattern.test(words))?.[1];
    if (family === undefined || condition === undefined) return [];
    // Only a receptacle can be full; missing is the only other condition it can have.
    const meant = family === 'waste' && condition === 'empty' ? 'full' : condition;
    if (fullOnly.has(meant) !== (family === 'waste') && meant !== 'missing') return [];
    const position = findSupply(supplies, family, words);
    if (position === undefined) return [];
    const { source = 'status.consoleText', name } = evidence ?? {};
    return [
      { position, condition: meant, source: { source, ...(name === undefined ? {} : { name }), raw: line.trim() } },
    ];
  });
}

/** The bits of hrPrinterDetectedErrorState about toner or ink, which do not name the supply. */
const bits: Readonly<Record<string, Condition>> = { lowToner: 'low', noToner: 'empty', markerSupplyMissing: 'missing' };

/** Conditions in the error bits of a machine with a single toner or ink; none if it has several. */
export function fromErrors(
  names: readonly string[],
  supplies: readonly Supply[],
  evidence: { source: string; name?: string | undefined; raw: string } | undefined,
): ReportedCondition[] {
  return names.flatMap((error) => {
    const condition = bits[error];
    const position = condition === undefined ? undefined : findSupply(supplies, 'colour', '');
    if (condition === undefined || position === undefined) return [];
    const { source = 'status.detectedErrors', name, raw = error } = evidence ?? {};
    return [{ position, condition, source: { source, ...(name === undefined ? {} : { name }), raw } }];
  });
}

/** The subject of a message: toner or ink, or another part, as `toFamily` names it. */
type Family = 'colour' | 'waste' | 'drum' | 'developer' | 'fuser' | 'transferUnit';

/**
 * The one supply that a family and the colour in a text identify. Undefined if several could be meant: a
 * wrong guess would have the wrong one ordered.
 */
function findSupply(supplies: readonly Supply[], family: Family, words: string): number | undefined {
  const positions = supplies.flatMap((supply, position) => (toFamily(supply) === family ? [position] : []));
  const colors = colorsIn(words);
  const [color] = colors;
  if (colors.length > 1) return undefined;
  if (color === undefined) return only(positions);
  const own = positions.filter((position) => colorOf(supplies[position]) === color);
  // A machine with one toner may name its colour where the table does not.
  const sole = positions.length === 1 && positions.every((position) => colorOf(supplies[position]) === undefined);
  return only(sole ? positions : own);
}

/** The colour of a drum is only in its description. */
function colorOf(supply: Supply | undefined): TonerColor | undefined {
  if (supply?.tonerColor !== undefined) return supply.tonerColor;
  const colors = colorsIn(`${supply?.description ?? ''} ${supply?.colorant ?? ''}`);
  return colors.length === 1 ? colors[0] : undefined;
}

const only = (positions: readonly number[]): number | undefined => (positions.length === 1 ? positions[0] : undefined);
