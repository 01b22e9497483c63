import type { ReportIssue } from '@platen/contract/report';
import * as z from 'zod/mini';
import { isEmptyScope, placeNumbers, type Scope, type SiteNumbers } from '../../../identity/collector-scope.ts';
import { bodyReader } from '../../../status/status-values.ts';
import type { ParsedReport } from '../parse/parse-line.ts';
import { type ParsedSection, toDigest } from '../parse/report-content.ts';

const text = z.optional(z.string());
const siteSchema = z.object({
  customerNumber: text,
  customerName: text,
  description: text,
  dealerNumber: text,
  dealerName: text,
});

/** Whose device it is, as reported. */
type Site = z.infer<typeof siteSchema>;
export const readSite = bodyReader(siteSchema);

/** The numbers without surrounding blanks; null for blank ones. */
export const toSiteNumbers = ({ dealerNumber, customerNumber }: Site): SiteNumbers => ({
  dealerNumber: trimToNull(dealerNumber),
  customerNumber: trimToNull(customerNumber),
});

/** A text without the blanks around it; null if it is missing or blank. */
export function trimToNull(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

const names = { dealerNumber: 'dealerName', customerNumber: 'customerName' } as const;

/**
 * The site of a report under the scope of the key that delivered it. A number outside the scope is left out
 * with its name and a warning; the rest of the report is stored. Site data within the scope stay as they are.
 */
function limitSite(scope: Scope, site: Site): { site: Site; warnings: ReportIssue[] } {
  const reported = toSiteNumbers(site);
  const allowed = placeNumbers(scope, reported);
  if (allowed === null) return { site: {}, warnings: [] };
  const { leftOut, ...numbers } = allowed;
  if (numbers.dealerNumber === reported.dealerNumber && numbers.customerNumber === reported.customerNumber)
    return { site, warnings: [] };
  const result: Site = { ...site };
  for (const number of leftOut) delete result[names[number]];
  for (const number of ['dealerNumber', 'customerNumber'] as const) {
    const value = numbers[number];
    if (value === null) delete result[number];
    else result[number] = value;
  }
  return {
    site: result,
    warnings: leftOut.map((number) => ({
      path: `site.${number}`,
      message: 'outside what this key may report for; left out',
    })),
  };
}

/** What is left out of the site of a report because it lies outside the scope. Pure. */
export function toScopeWarnings(site: unknown, scope: Scope): readonly ReportIssue[] {
  const body = readSite(site);
  return body === undefined ? [] : limitSite(scope, body).warnings;
}

/** The report with its site limited to the scope; a report without a site stays as it is. Pure. */
export function limitToScope(report: ParsedReport, scope: Scope): ParsedReport {
  const section = report.sections.get('site');
  const body = section === undefined ? undefined : readSite(section.body);
  if (section === undefined || body === undefined) return report;
  const { site, warnings } = limitSite(scope, body);
  if (site === body) return report;
  const sections = new Map(report.sections).set('site', toSiteSection(site));
  return { ...report, sections, warnings: [...report.warnings, ...warnings] };
}

/**
 * Site of devices whose reports name none: the first place of the scope. Undefined if that has no numbers
 * either.
 */
export function toHomeSite(scope: Scope): ParsedSection | undefined {
  if (scope.everywhere === true || isEmptyScope(scope)) return undefined;
  const { site } = limitSite(scope, {});
  return Object.keys(site).length === 0 ? undefined : toSiteSection(site);
}

function toSiteSection(site: Site): ParsedSection {
  const json = JSON.stringify(site);
  return { text: json, digest: toDigest(json), body: site, reading: undefined, version: undefined };
}
