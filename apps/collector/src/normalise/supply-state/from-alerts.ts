import type { DeviceReport } from '@platen/contract/report';
import type { Supply } from '@platen/contract/report-sections';
import { type Family, findMeant } from './candidates.ts';
import type { Condition, Said } from './said.ts';

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
