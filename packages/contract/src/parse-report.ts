import type * as z from 'zod/mini';
import { toFits } from './fits.ts';
import { inEnglish, toPath, toShort } from './issues.ts';
import { type Fault, ReportRepair } from './leave-out.ts';
import { pruneReport } from './prune-report.ts';
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

export interface ParseOptions {
  /** What was left out of the report before it came here; these count as warnings. */
  cuts?: readonly ReportIssue[];
  /** Wrong places that may still be looked at one by one, of all reports of a delivery; counted down here. */
  care?: { left: number } | undefined;
}

/**
 * Reads one report that came over the wire.
 *
 * Rule for versions (`major.minor`):
 * - another major is refused: its fields may mean other things;
 * - an unknown field or section at the top of a minor we know is refused, as a typing mistake would lose a
 *   whole section
 *   in silence; from a newer minor it is left out and named.
 *
 * Rule for what is wrong: what a report is and whose it is must be right (`version`, `observedAt`, `source`,
 * `mustUnderstand`, and of `identity` what distinguishes devices), else it is refused. Anywhere else only the
 * wrong part is left out, and named in `warnings` with its place and the reason: an unknown field, the entry
 * of a list, the field of a section, else the section. A list that is too long is cut to its first entries. A
 * section that `mustUnderstand` names must come through whole.
 *
 * `findFaults` may find more that is wrong in a report that fits its schema; it is treated in the same way.
 * Its places are those of the report that it was given.
 *
 * A report with more than some hundred wrong places, or than its sender has `care` left, is pruned coarsely
 * before: what is wrong in a section goes as a whole value, and the warnings give the number of places. So no
 * report costs more than a few milliseconds, however much of it is wrong.
 *
 * Does not throw for any input. A refusal names every wrong place (at most 20).
 */
export function parseReport(
  input: unknown,
  findFaults: (report: DeviceReport) => readonly Fault[] = noFaults,
  { cuts = [], care = { left: Number.POSITIVE_INFINITY } }: ParseOptions = {},
): ParsedReport {
  const version = readVersion(input);
  if (typeof version === 'string') return refuse([{ path: 'version', message: version }]);
  if (version.major !== reportVersion.major)
    return refuse([
      {
        path: 'version',
        message: `major version ${version.major} is not understood; this reader knows ${reportVersion.major}.${reportVersion.minor}`,
      },
    ]);

  // Nearly all reports are right: those need not be taken apart and put together again.
  if (fits(input) && findFaults(input).length === 0) return accept(input, cuts);
  const isNewer = version.minor > reportVersion.minor;
  const { value, warnings } = pruneReport(version.report, isNewer, care);
  return readRepaired(value, isNewer, findFaults, [...cuts, ...warnings]);
}

const fits = toFits(deviceReport);
const noFaults = (): Fault[] => [];

function readVersion(input: unknown): { major: number; minor: number; report: object } | string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return 'a report is a JSON object';
  const version = 'version' in input ? input.version : undefined;
  const match = typeof version === 'string' ? /^(\d{1,4})\.(\d{1,4})$/.exec(version) : null;
  if (!match) return "expected a text like '1.0'";
  return { major: Number(match[1]), minor: Number(match[2]), report: input };
}

/** Leaves out what is wrong until the rest is right. Each round finds what the last one uncovered. */
function readRepaired(
  input: unknown,
  isNewer: boolean,
  findFaults: (report: DeviceReport) => readonly Fault[],
  cuts: readonly ReportIssue[],
): ParsedReport {
  const repair = new ReportRepair(input);
  // First, so that entries beyond the limits are not judged one by one.
  repair.bound();
  for (let round = 0; round < 8; round++) {
    const before = repair.warnings.length;
    const value = repair.value();
    const parsed = fits(value) ? { success: true as const, data: value } : deviceReport.safeParse(value, inEnglish);
    const faults = parsed.success ? findFaults(parsed.data) : toFaults(parsed.error, isNewer);
    if (parsed.success && faults.length === 0) return accept(parsed.data, [...cuts, ...repair.warnings]);
    const fatal = repair.leaveOut(faults);
    if (fatal.length > 0 || repair.warnings.length === before)
      return refuse((fatal.length > 0 ? fatal : faults).map(({ path, message }) => ({ path: toPath(path), message })));
  }
  return refuse([{ path: '', message: 'too much of it is wrong' }]);
}

function toFaults(error: z.core.$ZodError, isNewer: boolean): Fault[] {
  return error.issues.flatMap((issue): Fault[] => {
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
    if (issue.path.length === 0 && !isNewer) return [{ path: [], message: issue.message }];
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: 'not known to this reader',
      unknown: true,
    }));
  });
}

function accept(report: DeviceReport, warnings: readonly ReportIssue[]): ParsedReport {
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
const refuse = (issues: ReportIssue[]): ParsedReport => ({
  ok: false,
  issues: issues.slice(0, issueLimit).map(toShort),
});

/**
 * A hostile or very new report may hold thousands of unknown keys: the answer names the first ones and the
 * number of others.
 */
function shorten(warnings: readonly ReportIssue[]): ReportIssue[] {
  if (warnings.length <= issueLimit) return warnings.map(toShort);
  const rest = warnings.length - issueLimit;
  return [...warnings.slice(0, issueLimit).map(toShort), { path: '', message: `and ${rest} more` }];
}
