import { type ReportIssue, reportSections } from '@platen/contract/report';
import { bodyReader } from '../../status/kept-body.ts';
import type { Accepted } from './check-report.ts';
import type { SaidSection } from './to-said.ts';
import { toDigest } from './told.ts';

const readErrors = bodyReader(reportSections.errors);

type Limited = { history_from: string | null } | undefined;

const toDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Whether a report is of a day (UTC) from before its device came to its present owner: nothing of it may be held. */
export const isTooOld = ({ observedAt }: Pick<Accepted, 'observedAt'>, device: Limited): boolean => {
  const from = device?.history_from ?? null;
  return from !== null && toDay(observedAt) < from;
};

export const toTooOldWarning = (device: Limited): ReportIssue => ({
  path: 'observedAt',
  message: `before ${device?.history_from ?? ''}, the first day of this device's history; the report is left out`,
});

/** The report without errors and replacements of days before the device's history begins. Pure. */
export function cutHistory<T extends Pick<Accepted, 'said'>>(report: T, device: Limited): T {
  const from = device?.history_from ?? null;
  if (from === null) return report;
  const { said } = report;
  const errors = said.errors.filter((error) => error.occurred_at.slice(0, 10) >= from);
  const replaced = said.replaced.filter(([, replacedAt]) => replacedAt.slice(0, 10) >= from);
  const section = said.sections.get('errors');
  const sections =
    section === undefined || errors.length === said.errors.length
      ? said.sections
      : new Map(said.sections).set('errors', cutErrors(section, from));
  return { ...report, said: { ...said, sections, errors, replaced } };
}

function cutErrors(section: SaidSection, from: string): SaidSection {
  const entries = readErrors(JSON.parse(section.text)) ?? [];
  const text = JSON.stringify(entries.filter(({ occurredAt }) => toDay(new Date(occurredAt)) >= from));
  return { ...section, text, digest: toDigest(text) };
}
