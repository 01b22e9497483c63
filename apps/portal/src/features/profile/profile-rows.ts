import { isFilled } from '@platen/catalogue/supply-phrase';
import type { DeviceProfile } from '@platen/contract/details';
import type { StatusReason } from '@platen/contract/devices';
import { type TonerLevel, toListedColors, toTonerLevel } from '../../device/toner-levels.ts';

const categories = ['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other'] as const;
type ErrorCategoryName = (typeof categories)[number];
export interface ErrorRow {
  readonly category: ErrorCategoryName;
  /** Errors in the window; null when the device reports none of this kind at all. */
  readonly count: number | null;
  /** Length of the bar, in percent of the largest of the five. */
  readonly length: number;
}

/**
 * The five figures of the error section in their order (PR-23..PR-27, PR-31); undefined when the device sends
 * no errors.
 */
export function toErrorRows(counters: DeviceProfile['errorCounters']): ErrorRow[] | undefined {
  const most = Math.max(0, ...categories.map((category) => counters[category] ?? 0));
  if (categories.every((category) => counters[category] === null)) return undefined;
  return categories.map((category) => {
    const count = counters[category];
    return { category, count, length: count === null || most === 0 ? 0 : (count / most) * 100 };
  });
}

export interface PageSplit {
  readonly color: number;
  readonly black: number;
  /** Share of colour pages in percent, unrounded. */
  readonly share: number;
}

/** Black and colour pages where the device counts them separately; nothing printed yet has no ratio. */
export function toPageSplit(pages: DeviceProfile['pages']): PageSplit | undefined {
  if (pages === undefined || pages.color === null || pages.black === null) return undefined;
  const total = pages.color + pages.black;
  return total > 0 ? { color: pages.color, black: pages.black, share: (pages.color / total) * 100 } : undefined;
}

type ProfileSupply = NonNullable<DeviceProfile['supplies']>[number];

export interface SupplyRow {
  readonly key: string;
  /** The device's own name of it; undefined where it gave none. */
  readonly description: string | undefined;
  readonly type: string | undefined;
  /**
   * The only waste box of its kind: named by its type, in the language of the reader, not in the device's
   * words.
   */
  readonly isNamedByType: boolean;
  /**
   * The level is the room left in it: a waste box at 5% is nearly full (RFC 3805, receptacleThatIsFilled).
   */
  readonly isRoom: boolean;
  readonly percent: number | null;
  readonly state: ProfileSupply['state'];
  /** Severity of the status reason about it; undefined where it is none. */
  readonly severity: string | undefined;
}

const clean = (text: string | null): string | undefined =>
  text === null || text.trim() === '' ? undefined : text.trim();

/** The rows of 'Other supplies', in the device's order; two of one name stay two rows. */
export function toSupplyRows({ supplies, statusReasons = [] }: DeviceProfile): SupplyRow[] {
  const reasons = statusReasons.filter(({ source }) => source === 'supply');
  const types = (supplies ?? []).map((supply) => clean(supply.type));
  return (supplies ?? []).map((supply, index) => {
    const type = types[index];
    const description = clean(supply.description);
    const reason = reasons.find(({ code, text }) => code === type && clean(text ?? null) === description);
    return {
      key: String(index),
      description,
      severity: reason?.severity,
      type,
      isNamedByType: type !== undefined && isFilled(type) && types.filter((other) => other === type).length === 1,
      isRoom:
        supply.class === 'receptacleThatIsFilled' || (supply.class === null && type !== undefined && isFilled(type)),
      percent: supply.percent,
      state: supply.percent === null && supply.state === 'measured' ? 'notReported' : supply.state,
    };
  });
}

/** Finishers named in the language of the reader, by the words in which devices report them. */
const finishers = new Map([
  ['saddle stitch finisher', 'saddleStitch'],
  ['staple finisher', 'staple'],
] as const);

/**
 * The name in the texts of a finisher as the device reports it; undefined for other words, which are shown as
 * they are.
 */
export const toFinisher = (reported: string | null) => {
  const text = reported?.trim().toLowerCase();
  return [...finishers].find(([known]) => known === text)?.[1];
};

/** The rows of the toner panel (PR-18..PR-22). */
export const toTonerRows = (profile: DeviceProfile): TonerLevel[] =>
  toListedColors(
    (color) => toTonerLevel(color, profile.tonerReadings?.[color]?.percent ?? profile.toner[color], profile),
    ({ color, percent }) => profile.tonerReadings?.[color] !== undefined || percent !== null,
  );

/**
 * Reasons that the status panel shows: signs beyond the first are left to the failure predictions below,
 * which name each with its advice.
 */
export function toShownReasons({
  statusReasons = [],
  failurePredictions,
}: Pick<DeviceProfile, 'statusReasons' | 'failurePredictions'>): readonly StatusReason[] {
  if (failurePredictions.length === 0) return statusReasons;
  return statusReasons.filter(({ source }, at) => at === 0 || source !== 'sign');
}

/** Heights of the cells of the profile and of what they hold, all in one unit. */
interface ProfileHeights {
  readonly signs: {
    readonly room: number;
    readonly alarm: number;
    readonly reasonsHead: number;
    readonly reason: number;
    readonly head: number;
    readonly risk: number;
    readonly sign: number;
  };
  readonly parts: {
    readonly room: number;
    /** What a long alert next to an alarm takes of the room. */
    readonly alert: number;
    readonly part: number;
    /** Of a supply with two lines, and of one with a single line. */
    readonly supply: { readonly few: number; readonly many: number };
  };
}

const signCounts = { fewest: 2, most: 6 };

/** Rows of failure signs that fit below the reasons of the status. */
export function toSignRows(
  profile: Pick<DeviceProfile, 'status' | 'statusReasons' | 'failurePredictions' | 'stopRisk'>,
  heights: ProfileHeights['signs'],
): number {
  const isAlarm = profile.status === 'error';
  const reasons = Math.max(0, toShownReasons(profile).length - (isAlarm ? 1 : 0));
  const ofReasons = reasons > 0 || !isAlarm ? heights.reasonsHead + reasons * heights.reason : 0;
  const above = (isAlarm ? heights.alarm : 0) + ofReasons;
  const risk = profile.stopRisk === undefined ? 0 : heights.risk;
  const fitting = Math.floor((heights.room - above - heights.head - risk) / heights.sign);
  return Math.max(signCounts.fewest, Math.min(signCounts.most, fitting));
}

type Reasons = Partial<Pick<DeviceProfile, 'status' | 'statusReasons'>>;

/** Up to this number of supplies each takes two lines; of more each takes one. */
const few = 5;
/** `usual`: rows where they fit, however few parts are due, as parts to watch come after those. */
const partCounts = { fewest: 2, usual: 4, most: 8 };

/** An alarm and two reasons more, one of them of two lines. */
const isCrowded = ({ status, statusReasons = [] }: Reasons): boolean =>
  status === 'error' && statusReasons.length > 2 && statusReasons.some(({ text }) => (text ?? '').length > 30);

/** Whether each of these supplies takes one line. */
export const areMany = (supplies: number, reasons: Reasons): boolean => supplies > (isCrowded(reasons) ? few - 1 : few);

/**
 * Rows of parts that fit next to a number of supplies: those that are due and one to watch, at least four.
 */
export function toPartRows(
  due: number,
  supplies: number,
  heights: ProfileHeights['parts'],
  reasons: Reasons = {},
): number {
  const supply = areMany(supplies, reasons) ? heights.supply.many : heights.supply.few;
  const room = isCrowded(reasons) ? heights.room - heights.alert : heights.room;
  const fitting = Math.min(partCounts.most, Math.floor((room - supplies * supply) / heights.part));
  return Math.max(partCounts.fewest, Math.min(Math.max(due + 1, partCounts.usual), fitting));
}

/**
 * Heights in pixels as the style sheets of the profile draw them, with the room that a window of 900 pixels
 * leaves to the cells. `parts.room` holds two parts above five supplies.
 */
export const heights: ProfileHeights = {
  signs: { room: 310, alarm: 108, reasonsHead: 44, reason: 29, head: 46, risk: 26, sign: 19 },
  parts: { room: 278, alert: 24, part: 24, supply: { few: 46, many: 24 } },
};
