import { type ReportIssue, reportSections } from '@platen/contract/report';
import { bodyReader } from '../../../status/status-values.ts';
import type { Change } from '../../../store/audit.ts';
import type { ParsedReport } from '../parse/parse-line.ts';
import { type ParsedSection, type ReportContent, toDigest } from '../parse/report-content.ts';

interface Numbers {
  dealer_number: string | null;
  customer_number: string | null;
}

const isSame = (one: Numbers, other: Numbers): boolean =>
  one.dealer_number === other.dealer_number && one.customer_number === other.customer_number;

/**
 * The collector that owns a device while it has no numbers: the one that registered it, or that removed its
 * numbers. `before`: undefined for a new device.
 */
export function decideOwner(
  before: (Numbers & { owner_id: string | null }) | undefined,
  after: Numbers,
  collectorId: string,
) {
  if (before === undefined) return collectorId;
  const isBare = after.dealer_number === null && after.customer_number === null;
  return isBare && !isSame(before, after) ? collectorId : before.owner_id;
}

/** The audit entry for a known device that reports another dealer or customer; undefined if both stay. */
export function toMove(
  before: Numbers & { device_id: string },
  after: Numbers,
  collectorId: string,
): Change | undefined {
  if (isSame(before, after)) return undefined;
  const toDetail = (numbers: Numbers) => ({
    dealerNumber: numbers.dealer_number,
    customerNumber: numbers.customer_number,
  });
  return {
    actor: { collector: collectorId },
    action: 'device.moved',
    subject: `device:${before.device_id}`,
    detail: { from: toDetail(before), to: toDetail(after) },
  };
}

/** The same as subscriptions hear of it (DE-27). */
export const toMoved = (before: Numbers & { organisation_id: string | null }) => ({
  event: 'deviceMoved' as const,
  before: {
    customerNumber: before.customer_number,
    dealerNumber: before.dealer_number,
    organisationId: before.organisation_id,
  },
});

type Limited = { history_from: string | null } | undefined;

const readErrors = bodyReader(reportSections.errors);
const toDay = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Whether a report is of a day (UTC) before its device came to its present owner: nothing of it may be
 * stored.
 */
export const isTooOld = ({ observedAt }: Pick<ParsedReport, 'observedAt'>, device: Limited): boolean => {
  const from = device?.history_from ?? null;
  return from !== null && toDay(observedAt) < from;
};

export const toTooOldWarning = (device: Limited): ReportIssue => ({
  path: 'observedAt',
  message: `before ${device?.history_from ?? ''}, the first day of this device's history; the report is left out`,
});

/** The report without errors and replacements of days before the device's history begins. Pure. */
export function cutHistory<T extends ReportContent>(report: T, device: Limited): T {
  const from = device?.history_from ?? null;
  if (from === null) return report;
  const errors = report.errors.filter((error) => error.occurred_at.slice(0, 10) >= from);
  const replacements = report.replacements.filter(({ replacedAt }) => replacedAt.slice(0, 10) >= from);
  const section = report.sections.get('errors');
  const sections =
    section === undefined || errors.length === report.errors.length
      ? report.sections
      : new Map(report.sections).set('errors', cutErrors(section, from));
  return { ...report, sections, errors, replacements };
}

function cutErrors(section: ParsedSection, from: string): ParsedSection {
  const entries = readErrors(JSON.parse(section.text)) ?? [];
  const text = JSON.stringify(entries.filter(({ occurredAt }) => toDay(new Date(occurredAt)) >= from));
  return { ...section, text, digest: toDigest(text) };
}
