import type { readCode05, readCode13 } from '@platen/contract/codes';
import type { AnswerOf } from '@platen/contract/endpoint';
import { levelBy, scaleBy } from '@platen/diagnosis/codes/stored-codes';
import { comparisonOf, toDeviceStep, toScopeName } from '../../device/fleet-line.ts';
import type { Comparison, FleetCodeRow } from './store.ts';
import type { OwnComparison } from './visible-codes.ts';

/**
 * The device's codes in their order, with what is usual for each: over its model, and for the level over its
 * family and firmware (OQ-75), or the nearest wider group, or the devices that the user may see
 * (docs/decisions/0228); with the thresholds set for them (OQ-77).
 */
export function toFleetCodeRows(row: FleetCodeRow, visible: OwnComparison | null): AnswerOf<typeof readCode05> {
  const { table, usual, levels, thresholds } = row;
  const set = new Map((thresholds ?? []).map((pair) => [`${pair.main}.${pair.sub}`, pair]));
  const usualCodes = usual === null ? visible?.usual : usual.codes;
  const ownLevels = visible?.levels ?? null;
  const levelRules = levels === null ? ownLevels?.rules : levels.codes;
  const codes = (table ?? [])
    .toSorted((a, b) => a.main - b.main || a.sub - b.sub)
    .map(({ main, sub, value }) => {
      const key = `${main}.${sub}`;
      const scale = scaleBy(value, levelRules?.[key]);
      const [mode, average] = usualCodes?.[key] ?? [null, null];
      return {
        main,
        sub,
        currentValue: value,
        modeValue: mode,
        averageValue: average,
        outlierLevel: levelBy(value, levelRules?.[key]),
        alertThreshold: set.get(key)?.alertThreshold ?? null,
        clearThreshold: set.get(key)?.clearThreshold ?? null,
        ...(scale && { scale }),
      };
    });
  const toVisible = (devices: number, firmware: string | null) => ({
    scope: 'visible' as const,
    name: [visible?.family, firmware].filter((word) => word).join(' '),
    devices,
  });
  return {
    codes,
    comparedWith: {
      usual: usual === null ? visible && toVisible(visible.devices, null) : toComparison(usual),
      levels: levels === null ? ownLevels && toVisible(ownLevels.devices, ownLevels.firmware) : toComparison(levels),
    },
  };
}

const toComparison = (comparison: Comparison<unknown>) => ({
  scope: comparisonOf[comparison.scope],
  name: toScopeName(comparison.scope, comparison.name),
  devices: toDeviceStep(comparison.devices),
});

/** Code 13 has no sub code and no values of the fleet (OQ-76). */
export const toPlainCodeRows = (
  table: readonly { main: number; value: string }[] | null,
): AnswerOf<typeof readCode13> => ({
  codes: (table ?? []).toSorted((a, b) => a.main - b.main).map(({ main, value }) => ({ main, currentValue: value })),
});
