import type { Supply } from '@platen/contract/report-sections';
import { mergeSupplies } from '../merge/merge-supplies.ts';
import { withCoarse } from '../supply-state/coarse.ts';
import { toTonerColors } from '../toner-color.ts';
import { toConditions } from './conditions.ts';
import type { IppItems } from './items.ts';
import { toMarkers } from './markers.ts';
import type { StateReason } from './state-reasons.ts';
import { toSupplyRows } from './supply-rows.ts';

/**
 * The supplies: markers with what printer-supply says of the same ones, and the condition that state reasons give them.
 * Undefined when the printer tells of none.
 */
export function toIppSupplies(items: IppItems, reasons: readonly StateReason[]): Supply[] | undefined {
  const { supplies: markers, lowLevels } = toMarkers(items);
  const rows = toSupplyRows(items);
  const joined = mergeSupplies([withColors(markers), withColors(rows)].filter((list) => list.length > 0));
  return joined === undefined ? undefined : toConditions(withCoarse(joined), lowLevels, reasons);
}

function withColors(supplies: readonly Supply[]): Supply[] {
  const colors = toTonerColors(supplies);
  return supplies.map((supply, place) => ({ ...supply, tonerColor: colors[place] }));
}
