import type { Supply } from '@platen/contract/report-sections';
import { contradicted } from '../merge/layer.ts';
import { toFamily } from '../merge/match-supplies.ts';
import { bySeverity, type Condition } from '../supply-state/reported-conditions.ts';
import { contradictsCondition } from '../supply-state/with-conditions.ts';
import { type IppItem, type IppItems, toIppEvidence, toItemText } from './items.ts';

/** The contract's limits. */
const reasonLimit = 128;
const lengthLimit = 256;

/** One state reason: the keyword as sent, its part without the severity, and its index. */
export interface StateReason {
  keyword: string;
  stem: string;
  /** RFC 8011 section 5.4.12: a keyword without a suffix is an error. */
  severity: 'report' | 'warning' | 'error';
  item: IppItem;
}

/**
 * printer-state-reasons in the order sent, without repeats and `none`; undefined if the printer did not send
 * the attribute.
 */
export function toStateReasons(items: IppItems): StateReason[] | undefined {
  const reported = items('printer-state-reasons').flatMap((item) => {
    const keyword = toItemText(item)?.trim() ?? '';
    return keyword === '' || keyword.length > lengthLimit ? [] : [{ item, keyword }];
  });
  if (reported.length === 0) return undefined;
  const seen = new Set(['none']);
  const reasons: StateReason[] = [];
  for (const { item, keyword } of reported) {
    if (seen.has(keyword) || reasons.length >= reasonLimit) continue;
    seen.add(keyword);
    const stem = keyword.replace(/-(report|warning|error)$/, '');
    const severity = keyword.endsWith('-report') ? 'report' : keyword.endsWith('-warning') ? 'warning' : 'error';
    reasons.push({ keyword, stem, severity, item });
  }
  return reasons;
}

interface Meaning {
  condition: Condition;
  /** Kinds of supplies the condition may apply to; all if absent. */
  family?: string;
}

/** State reasons about supplies (RFC 8011 section 5.4.12, PWG 5100.9), without their severity. */
const meanings: Readonly<Record<string, Meaning>> = {
  'toner-low': { condition: 'low', family: 'colour' },
  'toner-empty': { condition: 'empty', family: 'colour' },
  'marker-supply-low': { condition: 'low', family: 'colour' },
  'marker-supply-empty': { condition: 'empty', family: 'colour' },
  'marker-ink-almost-empty': { condition: 'low', family: 'colour' },
  'marker-ink-empty': { condition: 'empty', family: 'colour' },
  'marker-toner-almost-empty': { condition: 'low', family: 'colour' },
  'marker-toner-empty': { condition: 'empty', family: 'colour' },
  'marker-print-ribbon-almost-empty': { condition: 'low', family: 'colour' },
  'marker-print-ribbon-empty': { condition: 'empty', family: 'colour' },
  'marker-toner-cartridge-missing': { condition: 'missing', family: 'colour' },
  'marker-supply-missing': { condition: 'missing' },
  'marker-waste-almost-full': { condition: 'nearFull', family: 'waste' },
  'marker-waste-full': { condition: 'full', family: 'waste' },
  'marker-waste-toner-receptacle-almost-full': { condition: 'nearFull', family: 'waste' },
  'marker-waste-toner-receptacle-full': { condition: 'full', family: 'waste' },
  'marker-waste-ink-receptacle-almost-full': { condition: 'nearFull', family: 'waste' },
  'marker-waste-ink-receptacle-full': { condition: 'full', family: 'waste' },
  'opc-near-eol': { condition: 'low', family: 'drum' },
  'opc-life-over': { condition: 'empty', family: 'drum' },
  'developer-low': { condition: 'low', family: 'developer' },
  'developer-empty': { condition: 'empty', family: 'developer' },
};
/**
 * Applies state reasons to supplies as conditions. A reason names a kind, seldom which supply: it applies to
 * those whose level confirms it (0 for empty, at or below the printer's own low level for low), or to the
 * only one of its kind. If the level of that one contradicts it, the reason takes precedence over the level,
 * which stays visible in the evidence.
 */
export function toConditions(
  supplies: readonly Supply[],
  lowLevels: ReadonlyMap<string, number>,
  reasons: readonly StateReason[],
): Supply[] {
  const reported = reasons
    .flatMap((reason) => {
      const meaning = Object.hasOwn(meanings, reason.stem) ? meanings[reason.stem] : undefined;
      return meaning === undefined ? [] : [{ ...meaning, reason }];
    })
    // A supply that is empty is not also low.
    .toSorted((a, b) => bySeverity.indexOf(a.condition) - bySeverity.indexOf(b.condition));
  const found = new Map<Supply, { condition: Condition; reason: StateReason }>();
  for (const { condition, family, reason } of reported) {
    const candidates = supplies.filter((supply) => family === undefined || toFamily(supply) === family);
    const borneOut = candidates.filter((supply) => bearsOut(supply, condition, lowLevels.get(supply.index)));
    const meant = borneOut.length > 0 || candidates.length > 1 ? borneOut : candidates;
    for (const supply of meant) if (!found.has(supply)) found.set(supply, { condition, reason });
  }
  return supplies.map((supply) => {
    const known = found.get(supply);
    return known === undefined ? supply : withCondition(supply, known.condition, known.reason);
  });
}

function bearsOut({ percent }: Supply, condition: Condition, lowLevel: number | undefined): boolean {
  if (percent.state !== 'measured') return false;
  if (condition === 'empty' || condition === 'full') return percent.value <= 0;
  return (condition === 'low' || condition === 'nearFull') && lowLevel !== undefined && percent.value <= lowLevel;
}

function withCondition(supply: Supply, condition: Condition, { item }: StateReason): Supply {
  if (!contradictsCondition(condition, supply.percent)) return { ...supply, condition };
  const percent = { state: 'unknown' as const, evidence: toIppEvidence(item, 'stateReason') };
  return { ...supply, condition, percent: contradicted(percent, [supply.percent.evidence]) };
}
