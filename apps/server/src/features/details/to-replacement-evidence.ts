import { seenReplacement, tonerHistoryLength } from '@platen/contract/constants';
import type { EvidenceEntry } from '@platen/contract/details';
import { tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';

/** A kept replacement: `toner.<color>` or `part.<code>`. */
export interface ReplacementFact {
  readonly item: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Reported by the device, or seen by the portal in a level that rose or a counter that started again. */
  readonly origin: 'reported' | 'seen';
  /** Total pages of the device then; the last pixel count (percent) of the cartridge that ended. */
  readonly counter: number | null;
  readonly pixels: number | null;
}

/**
 * How each cartridge (`toner.cartridges.black[0]`, the current one first), the last replacement of a part
 * (`parts.6250.replacedAt`) and that of a predicted component (`predictions.fuser.lastReplacementDate`) came
 * to be known. When a replacement was received is not kept: null.
 */
export function toReplacementEvidence(
  newestFirst: readonly ReplacementFact[],
  predictions: DeviceJudgement['predictions'] | null,
): Record<string, EvidenceEntry> {
  const entries: Record<string, EvidenceEntry> = {};
  for (const color of tonerColors) {
    const cartridges = newestFirst.filter(({ item }) => item === `toner.${color}`).slice(0, tonerHistoryLength);
    // The pixel count at a replacement is that of the cartridge before it.
    for (const [n, cartridge] of cartridges.entries())
      entries[`toner.cartridges.${color}[${n}]`] = toEntry(cartridge, cartridges[n - 1]?.pixels ?? null);
  }
  const parts = newestFirst.filter(({ item }) => item.startsWith('part.'));
  for (const part of parts) entries[`parts.${part.item.slice('part.'.length)}.replacedAt`] ??= toEntry(part);
  for (const [path, day] of toPredicted(predictions)) {
    const found = parts.filter((part) => part.day === day);
    // Of several parts replaced on that day, which one it was is not kept with the prediction.
    const [first] = found;
    if (first !== undefined && found.every(({ origin }) => origin === first.origin))
      entries[`predictions.${path}.lastReplacementDate`] = toEntry(
        found.length === 1 ? first : { ...first, item: 'parts', counter: null },
      );
  }
  return entries;
}

function toEntry({ item, day, origin, counter }: ReplacementFact, pixels: number | null = null): EvidenceEntry {
  const also = [
    ...(counter === null ? [] : [{ source: 'counters.total', raw: String(counter) }]),
    ...(pixels === null ? [] : [{ source: 'sensors.pixelCount', raw: String(pixels) }]),
  ];
  return {
    protocol: 'report',
    source: origin === 'seen' ? seenReplacement : `${item}.replacedAt`,
    name: `${item}.replacedAt`,
    raw: day,
    rule: origin === 'seen' ? 'derived' : 'asReported',
    ...(also.length === 0 ? {} : { also }),
    observedAt: `${day}T00:00:00.000Z`,
    receivedAt: null,
    collector: null,
  };
}

type Dated = readonly [path: string, day: string | null | undefined];

function toPredicted(of: DeviceJudgement['predictions'] | null): readonly Dated[] {
  if (of === null) return [];
  return [
    ['fuser', of.fuser?.replacementPart.lastReplacementDate],
    ['drum', of.drum?.replacementPart.lastReplacementDate],
    ['secondTransfer', of.secondTransfer?.replacementPart.lastReplacementDate],
    ...(of.feedRoller?.predictionFeedRollers ?? []).map(
      ({ paperSource, replacementPart }): Dated => [`feedRoller.${paperSource}`, replacementPart.lastReplacementDate],
    ),
    ...(of.developer?.predictionDevelopers ?? []).map(
      ({ color, replacementPart }): Dated => [`developer.${color}`, replacementPart.lastReplacementDate],
    ),
  ];
}
