import type { LedgerReading } from '@platen/contract/meters';
import type { MeterLedger } from './queries.ts';

interface DayValue {
  readonly date: string;
  readonly value: number;
}

/** The last value of each day, UTC as in all charts. */
function toDays(readings: readonly LedgerReading[], toValue: (reading: LedgerReading) => number | null): DayValue[] {
  const days = new Map<string, number>();
  for (const reading of readings) {
    const value = toValue(reading);
    if (value !== null) days.set(reading.at.slice(0, 10), value);
  }
  return [...days].map(([date, value]) => ({ date, value }));
}

export const toBilledDays = ({ readings }: MeterLedger): DayValue[] => toDays(readings, ({ billed }) => billed);
export const toReportedDays = ({ readings }: MeterLedger): DayValue[] => toDays(readings, ({ raw }) => raw);

/**
 * The instant whose proof is shown first: the end of the last month that ended, else the newest reading;
 * undefined without any.
 */
export function toShownInstant({ periods, readings }: MeterLedger): string | undefined {
  const [, ended] = periods;
  if (ended !== undefined && ended.end !== null) return new Date(Date.parse(ended.to) - 1).toISOString();
  return readings.at(-1)?.at;
}

export type LedgerBreak = MeterLedger['breaks'][number];

/** A row of the table: a reading, or the break before it. Newest first. */
export type LedgerRow =
  | { readonly kind: 'reading'; readonly reading: LedgerReading }
  | { readonly kind: 'break'; readonly found: LedgerBreak; readonly offset: number | null };

/** The newest readings with the breaks among them. */
export function toRows({ readings, breaks, epochs }: MeterLedger, most: number): LedgerRow[] {
  const at = new Map(breaks.map((found) => [found.after.at, found]));
  return readings
    .slice(-most)
    .toReversed()
    .flatMap((reading): LedgerRow[] => {
      const found = at.get(reading.at);
      const row: LedgerRow = { kind: 'reading', reading };
      if (found === undefined) return [row];
      const begun = epochs.find(({ from, isProvisional }) => from === reading.at && !isProvisional);
      return [row, { kind: 'break', found, offset: begun?.offset ?? null }];
    });
}

/** Breaks whose cause is asked for: not healed, and without one. */
export const isOpen = ({ cause, healed }: LedgerBreak): boolean => cause === null && healed === null;

/** Causes of a break that one press states. */
export const causesOf = ({ kind }: LedgerBreak) =>
  kind === 'leapt'
    ? (['printed', 'misread', 'counterSet', 'boardExchanged'] as const)
    : (['boardExchanged', 'memoryCleared', 'counterSet', 'misread', 'deviceExchanged'] as const);
