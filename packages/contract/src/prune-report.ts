import type * as z from 'zod/mini';
import { toPath } from './issues.ts';
import { type Pruned, toPrune } from './prune.ts';
import { deviceReport, type ReportIssue, reportSections } from './report.ts';

/** Wrong places of one report that are looked at one by one. */
const mostFaults = 200;

interface Member {
  prune: (value: unknown) => Pruned;
  isSection: boolean;
}
const members = new Map<string, Member>(
  Object.entries<z.ZodMiniType>(deviceReport.def.shape).map(([name, schema]) => [
    name,
    { prune: toPrune(schema), isSection: name === 'site' || Object.hasOwn(reportSections, name) },
  ]),
);

/**
 * Takes what is wrong out of a report coarsely where there is so much of it that looking at each place would
 * take long: more than `mostFaults`, or more than there is `care` left. A head with so much wrong becomes
 * null, so that the report is refused.
 */
export function pruneReport(
  report: object,
  isNewer: boolean,
  care: { left: number },
): { value: object; warnings: ReportIssue[] } {
  const found = Object.entries(report).map(([name, value]): [string, Pruned | undefined] => [
    name,
    members.get(name)?.prune(value),
  ]);
  const faults = found.reduce((sum, [, pruned]) => sum + (pruned?.faults ?? 1), 0);
  if (faults <= Math.min(mostFaults, care.left)) {
    care.left -= faults;
    return { value: report, warnings: [] };
  }
  const warnings: ReportIssue[] = [];
  const value: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, pruned] of found) {
    const given: unknown = Reflect.get(report, name);
    if (pruned === undefined) {
      // Of a version that this reader knows the report is refused for them; one will do.
      if (isNewer || unknown.length === 0) unknown.push(name);
    } else if (pruned.faults === 0) value[name] = given;
    else if (members.get(name)?.isSection === true) {
      if (pruned.value !== undefined) value[name] = pruned.value;
      warnings.push({ path: name, message: `${pruned.faults} places are wrong or not known; left out` });
    } else value[name] = pruned.faults > few ? null : given;
  }
  const [first] = unknown;
  for (const name of isNewer ? unknown : [])
    warnings.push({ path: toPath([name]), message: 'not known to this reader; left out' });
  if (first !== undefined && !isNewer) value[first] = null;
  return { value, warnings };
}

/** In the head of a report. */
const few = 20;
