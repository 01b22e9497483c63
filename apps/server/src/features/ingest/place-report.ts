import type { ReportIssue } from '@platen/contract/report';
import { isEmptyScope, placeNumbers, type Scope } from '../../identity/collector-scope.ts';
import type { Accepted } from './check-report.ts';
import { readSite, type Site, toSiteNumbers } from './site.ts';
import type { SaidSection } from './to-said.ts';
import { toDigest } from './told.ts';

const names = { dealerNumber: 'dealerName', customerNumber: 'customerName' } as const;

/**
 * The site of a report as it counts under the scope of the key that delivered it. A number outside the scope costs that number and
 * its name, never the report: the sender gets a warning. Site data within the scope stay as they came.
 */
export function placeSite(scope: Scope, site: Site): { site: Site; warnings: ReportIssue[] } {
  const said = toSiteNumbers(site);
  const placed = placeNumbers(scope, said);
  if (placed === null) return { site: {}, warnings: [] };
  const { leftOut, ...numbers } = placed;
  if (numbers.dealerNumber === said.dealerNumber && numbers.customerNumber === said.customerNumber)
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

/** The same report with its site placed; a report that says nothing of its site stays as it is. Pure. */
export function placeReport(report: Accepted, scope: Scope): Accepted {
  const section = report.said.sections.get('site');
  const body = section === undefined ? undefined : readSite(section.body);
  if (section === undefined || body === undefined) return report;
  const { site, warnings } = placeSite(scope, body);
  if (site === body) return report;
  const sections = new Map(report.said.sections).set('site', toSiteSection(site));
  return { ...report, said: { ...report.said, sections }, warnings: [...report.warnings, ...warnings] };
}

/** Site of devices whose reports name none: the first place of the scope. Undefined where that has no numbers either. */
export function toHomeSite(scope: Scope): SaidSection | undefined {
  if (scope.everywhere === true || isEmptyScope(scope)) return undefined;
  const { site } = placeSite(scope, {});
  return Object.keys(site).length === 0 ? undefined : toSiteSection(site);
}

function toSiteSection(site: Site): SaidSection {
  const text = JSON.stringify(site);
  return { text, digest: toDigest(text), body: site, reading: undefined, version: undefined };
}
