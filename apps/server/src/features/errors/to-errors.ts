import type { AnswerOf } from '@platen/contract/endpoint';
import type { readErrorLogs, readErrorTrend, readJams } from '@platen/contract/history';
import { conditionCategories, type ErrorCategory, errorCategories } from '@platen/contract/report-sections';
import type { Period } from '../../device/periods.ts';
import { toInstant } from '../../device/readings.ts';
import type { ErrorCounts, LoggedError } from './store.ts';

type CountOf = (period: string, category: ErrorCategory) => number | null;

/**
 * Errors in a period: null where no report came in it, or where the device never reports errors. Errors
 * reported later, of a day without a report of its own, are counted all the same.
 */
function toCountOf({ reported, everReported, counts }: ErrorCounts): CountOf {
  const known = new Map((counts ?? []).map(([period, category, count]) => [`${period} ${category}`, count]));
  const covered = new Set(everReported ? [...(reported ?? []), ...(counts ?? []).map(([period]) => period)] : []);
  return (period, category) => (covered.has(period) ? (known.get(`${period} ${category}`) ?? 0) : null);
}

/** Errors a day and kind (OQ-67). */
export function toJams(row: ErrorCounts, days: readonly Period[]): AnswerOf<typeof readJams> {
  const countOf = toCountOf(row);
  const list = (category: ErrorCategory) => days.map(({ name }) => ({ date: name, count: countOf(name, category) }));
  const [jamDF, jamPrint, jamFinisher, serviceCall, other] = errorCategories;
  return {
    dailyJam: {
      jamDF: list(jamDF),
      jamPrint: list(jamPrint),
      jamFinisher: list(jamFinisher),
      serviceCall: list(serviceCall),
      other: list(other),
    },
  };
}

/** Errors a month and kind, the running month last (OQ-69). */
export function toTrend(row: ErrorCounts, months: readonly Period[]): AnswerOf<typeof readErrorTrend> {
  const countOf = toCountOf(row);
  return {
    monthly: months.map(({ name: month }) => ({
      month,
      jamDF: countOf(month, 'jamDF'),
      jamPrint: countOf(month, 'jamPrint'),
      jamFinisher: countOf(month, 'jamFinisher'),
      serviceCall: countOf(month, 'serviceCall'),
      other: countOf(month, 'other'),
    })),
  };
}

/** The log as it is sent, without coded settings that have no category in the contract (OQ-68). */
export const toErrorLogs = (errors: readonly LoggedError[]): AnswerOf<typeof readErrorLogs> => ({
  errorLogs: errors.map(({ code, occurredAt, category, counter, conditions }) => ({
    errorCode: code,
    occurredAt: toInstant(occurredAt),
    category,
    counter,
    conditions: Object.fromEntries(
      conditionCategories.flatMap((name) => {
        const value = conditions[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  })),
});
