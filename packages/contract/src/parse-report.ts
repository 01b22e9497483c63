import type * as z from 'zod/mini';
import { inEnglish, toIssues, toPath } from './issues.ts';
import { openCopy } from './open-copy.ts';
import {
  type DeviceReport,
  deviceReport,
  type ParsedReport,
  type ReportIssue,
  reportSections,
  reportVersion,
  type SectionName,
} from './report.ts';

/** Most places named in an answer. */
const issueLimit = 20;

/**
 * Reads one report that came over the wire.
 *
 * Rule for versions (`major.minor`):
 * - another major is refused: its fields may mean other things;
 * - a minor we know is read strictly, an unknown field is an error, as a typing mistake would lose data in silence;
 * - a newer minor is read for what we know: unknown fields and sections, and known sections that do not fit,
 *   are left out and named in `warnings`, unless `mustUnderstand` names them, then the report is refused.
 *
 * Never throws. A refusal says every place that is wrong (at most 20).
 */
export function parseReport(input: unknown): ParsedReport {
  const version = readVersion(input);
  if (typeof version === 'string') return refuse([{ path: 'version', message: version }]);
  if (version.major !== reportVersion.major)
    return refuse([
      {
        path: 'version',
        message: `major version ${version.major} is not understood; this reader knows ${reportVersion.major}.${reportVersion.minor}`,
      },
    ]);

  const strict = deviceReport.safeParse(input, inEnglish);
  if (strict.success) {
    const missing = notUnderstood(strict.data.mustUnderstand, []);
    return missing.length > 0 ? refuse(missing) : { ok: true, report: strict.data, warnings: [] };
  }
  if (version.minor <= reportVersion.minor) return refuse(toIssues(strict.error));
  return readNewer(input, strict.error);
}

function readVersion(input: unknown): { major: number; minor: number } | string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return 'a report is a JSON object';
  const version = 'version' in input ? input.version : undefined;
  const match = typeof version === 'string' ? /^(\d{1,4})\.(\d{1,4})$/.exec(version) : null;
  if (!match) return "expected a text like '1.0'";
  return { major: Number(match[1]), minor: Number(match[2]) };
}

/** Leaves out what a newer writer added or changed, then reads the rest as strictly as ever. */
function readNewer(input: unknown, error: z.core.$ZodError): ParsedReport {
  const copy = openCopy(input);
  const dropped: ReportIssue[] = [];
  let found: z.core.$ZodError = error;
  // Each round removes what the last one complained of; a section is dropped whole when a field of it does not fit.
  for (let round = 0; round < 8; round++) {
    const before = dropped.length;
    for (const issue of found.issues) {
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys)
          if (copy.remove([...issue.path, key]))
            dropped.push({ path: toPath([...issue.path, key]), message: 'not known to this reader, left out' });
        continue;
      }
      const section = issue.path[0];
      if (typeof section === 'string' && section in reportSections && copy.remove([section]))
        dropped.push({ path: toPath(issue.path), message: `${issue.message}; section left out` });
    }
    if (dropped.length === before) return refuse(toIssues(found));
    const again = deviceReport.safeParse(copy.value(), inEnglish);
    if (again.success) return accept(again.data, dropped);
    found = again.error;
  }
  return refuse(toIssues(found));
}

function accept(report: DeviceReport, warnings: ReportIssue[]): ParsedReport {
  const missing = notUnderstood(report.mustUnderstand, warnings);
  return missing.length > 0 ? refuse(missing) : { ok: true, report, warnings: shorten(warnings) };
}

function notUnderstood(names: readonly string[] | undefined, dropped: readonly ReportIssue[]): ReportIssue[] {
  const gone = new Set(dropped.map((issue) => issue.path.split(/[.[]/, 1)[0] ?? ''));
  return (names ?? [])
    .filter((name) => !isSection(name) || gone.has(name))
    .map((name) => ({
      path: `mustUnderstand: ${name}`,
      message: 'the sender says this must be understood, and this reader does not',
    }));
}

const isSection = (name: string): name is SectionName => Object.hasOwn(reportSections, name);
const refuse = (issues: ReportIssue[]): ParsedReport => ({ ok: false, issues: issues.slice(0, issueLimit) });

/** A hostile or very new report may hold thousands of unknown keys: the sender is told the first ones, and how many more. */
function shorten(warnings: ReportIssue[]): ReportIssue[] {
  if (warnings.length <= issueLimit) return warnings;
  const rest = warnings.length - issueLimit;
  return [...warnings.slice(0, issueLimit), { path: '', message: `and ${rest} more` }];
}
