import type { StatusReason } from '@platen/contract/devices';
import type { Supply } from '@platen/contract/report-sections';
import type { Finding } from './finding.ts';

/**
 * A supply with this much left, or a receptacle with this much room left, in percent, or less is a warning
 * (OQ-30).
 */
export const supplyWarningPercent = 10;

/** Supplies that wear out rather than run out (names of PrtMarkerSuppliesTypeTC, RFC 3805). */
const wearing = new Set([
  'opc',
  'fuser',
  'coronaWire',
  'fuserOilWick',
  'cleanerUnit',
  'fuserCleaningPad',
  'transferUnit',
  'fuserOiler',
]);
const families: Readonly<Record<string, string>> = {
  toner: 'toner',
  tonerCartridge: 'toner',
  ink: 'toner',
  inkCartridge: 'toner',
  inkRibbon: 'toner',
  solidWax: 'toner',
  ribbonWax: 'toner',
  matteToner: 'toner',
  matteInk: 'toner',
  opc: 'drum',
  developer: 'developer',
};

/**
 * A finding for each supply that panel, alert or state reason call low, empty, full or missing, and for each
 * whose measured percent is low. A reported condition takes precedence over the figure. A level given as a
 * state is no figure and warns of nothing.
 */
export function fromSupplies(supplies: readonly Supply[]): Finding[] {
  return supplies.flatMap((supply) => {
    const about = toReason(supply);
    if (about === undefined) return [];
    const text = supply.description?.trim();
    const reason: StatusReason = {
      ...about,
      severity: 'warning',
      ...(text === undefined || text === '' ? {} : { text }),
    };
    const family = toFamily(supply);
    const topic = `supplyRow:${toRow(supply)}`;
    if (family === undefined) return [{ reason, topic }];
    const { tonerColor } = supply;
    return [{ reason, topic, family, ...(tonerColor === undefined ? {} : { unit: `${family}:${tonerColor}` }) }];
  });
}

function toReason(supply: Supply): Pick<StatusReason, 'source' | 'code' | 'condition'> | undefined {
  if (supply.condition === 'missing') return { source: 'detectedError', code: 'markerSupplyMissing' };
  const condition = supplyCondition(supply);
  if (condition === undefined) return undefined;
  return { source: 'supply', code: supply.tonerColor ?? supply.type ?? 'other', condition };
}

/** What is the matter with a supply that is in place; undefined: nothing, or it is not known. */
export function supplyCondition(supply: Supply): StatusReason['condition'] {
  const { condition, percent } = supply;
  if (condition === 'missing') return undefined;
  if (condition !== undefined && condition !== 'ok')
    return toCondition(supply, condition === 'empty' || condition === 'full');
  if (percent.state !== 'measured' || percent.value > supplyWarningPercent) return undefined;
  return toCondition(supply, percent.value <= 0);
}

/** By class, else by type, else, where the device gives neither, by its description. */
export function isReceptacle({ class: kind, type, description }: Supply): boolean {
  if (kind === 'receptacleThatIsFilled' || type?.startsWith('waste')) return true;
  return kind === undefined && type === undefined && /\bwaste\b|廃/i.test(description ?? '');
}

/** For a receptacle the level is the room left (RFC 3805, prtMarkerSuppliesLevel). */
function toCondition(supply: Supply, used: boolean): NonNullable<StatusReason['condition']> {
  if (isReceptacle(supply)) return used ? 'full' : 'nearFull';
  if (supply.tonerColor === undefined && wearing.has(supply.type ?? '')) return used ? 'lifeOver' : 'lifeNear';
  return used ? 'empty' : 'low';
}

function toFamily(supply: Supply): string | undefined {
  if (isReceptacle(supply)) return 'waste';
  const type = supply.type ?? '';
  if (Object.hasOwn(families, type)) return families[type];
  return supply.tonerColor === undefined ? undefined : 'toner';
}

/**
 * The row's number, the last part of an index like `1.3`; the index as it is where a device counts otherwise.
 */
const toRow = (supply: Supply): string => /^\d+\.(\d+)$/.exec(supply.index)?.[1] ?? supply.index;
