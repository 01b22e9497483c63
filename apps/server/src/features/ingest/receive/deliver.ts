import { setTimeout as wait, setImmediate as yieldToOthers } from 'node:timers/promises';
import { type ModelPattern, toFamilyFinder } from '@platen/catalogue/families/models';
import type { IngestResult } from '@platen/contract/ingest';
import type { Kysely } from 'kysely';
import { toErrorCode, toMessage } from '../../../base/errors.ts';
import type { Scope } from '../../../identity/collector-scope.ts';
import type { Database } from '../../../store/database.ts';
import { limitToScope } from '../merge/site.ts';
import {
  type ParsedReport,
  type ParseLimits,
  parseLine,
  type RefusedReport,
  type ReportLine,
} from '../parse/parse-line.ts';
import { type DeliveryRules, type SideEffects, saveReports } from '../store/save-reports.ts';
import { type Body, unpackBody } from './read-body.ts';
import { splitBody } from './split-body.ts';

/** Rules for all deliveries of a site. */
export interface SiteRules {
  readonly offlineHours: number;
  readonly readingMonths: number;
  readonly eventMonths: number;
  readonly modelFamilies: readonly ModelPattern[] | undefined;
}

/** A delivery as received. Plain values: it may be passed to another thread. */
export interface BodyDelivery {
  readonly body: Body;
  readonly type: string | undefined;
  readonly collectorId: string;
  readonly scope: Scope;
  readonly now: Date;
  readonly clockOffset: number;
}

/** The result of each report for the sender, and what else the delivery did. Plain values. */
export interface Delivered {
  readonly results: IngestResult[];
  readonly effects: SideEffects;
}

export type DeliverBody = (delivery: BodyDelivery) => Promise<Delivered>;

/** Unpacks bodies, parses and stores their reports. Throws 202001 if a body is no delivery at all. */
export function createDeliverBody(db: Kysely<Database>, site: SiteRules): DeliverBody {
  const rules = toRules(site);
  return async ({ body, type, ...delivery }) => {
    let effects: SideEffects = { held: 0, moved: 0 };
    const onStored = ({ held, moved }: SideEffects) => {
      effects = { held: effects.held + held, moved: effects.moved + moved };
    };
    const results = await deliver(db, splitBody(await unpackBody(body), type), { ...rules, ...delivery, onStored });
    return { results, effects };
  };
}

/** The rules of a site as parsing and storing take them. */
export function toRules({ offlineHours, readingMonths, eventMonths, modelFamilies }: SiteRules) {
  return { offlineHours, readingMonths, eventMonths, findFamily: toFamilyFinder(modelFamilies) };
}

export interface Delivery extends DeliveryRules, ParseLimits {
  /** When its reports were checked first; their times are judged by it. Default: `now`. */
  checkedAt?: Date;
  /** Called after each commit. */
  onStored?: (effects: SideEffects) => void;
}

/**
 * Parses and stores the reports of one delivery; returns their results in order. Reports called stored are
 * committed.
 */
export async function deliver(
  db: Kysely<Database>,
  lines: readonly ReportLine[],
  delivery: Delivery,
): Promise<IngestResult[]> {
  const { parsed, refused } = await parseAll(lines, delivery);
  const saved = parsed.length === 0 ? [] : await saveOrSplit(db, parsed, delivery);
  return [...refused, ...saved].sort((a, b) => a.index - b.index);
}

/** Milliseconds after which parsing lets the other deliveries of its thread continue. */
const turnMs = 10;
/** Wrong places of one delivery that are examined one by one: some ten of each report. */
const careOfDelivery = 2000;

/** Parses and checks the reports of a delivery, and limits them to the scope of its key. */
async function parseAll(
  lines: readonly ReportLine[],
  delivery: Delivery,
): Promise<{ parsed: ParsedReport[]; refused: IngestResult[] }> {
  const { passed, refused } = await checkInTurns(lines, delivery, parseLine);
  return { parsed: passed.map((report) => limitToScope(report, delivery.scope)), refused };
}

/** Reads the reports of a delivery; lets the other deliveries of its thread continue now and then. */
export async function checkInTurns<T extends object>(
  lines: readonly ReportLine[],
  delivery: ParseLimits & Pick<Delivery, 'checkedAt'>,
  check: (line: ReportLine, limits: ParseLimits) => T | RefusedReport,
): Promise<{ passed: T[]; refused: IngestResult[] }> {
  const passed: T[] = [];
  const refused: IngestResult[] = [];
  const limits = { ...delivery, now: delivery.checkedAt ?? delivery.now, care: { left: careOfDelivery } };
  let since = performance.now();
  for (const line of lines) {
    if (performance.now() - since > turnMs) {
      await yieldToOthers();
      since = performance.now();
    }
    const report = check(line, limits);
    if ('issues' in report) refused.push({ index: report.index, result: 'refused', issues: report.issues });
    else passed.push(report);
  }
  return { passed, refused };
}

/**
 * A report that passed every check but is refused by the database must not prevent the others from being
 * stored: the batch is halved until the report is alone.
 */
async function saveOrSplit(
  db: Kysely<Database>,
  reports: readonly ParsedReport[],
  delivery: Delivery,
): Promise<IngestResult[]> {
  try {
    const { results, effects } = await saveWithRetry(db, reports, delivery);
    delivery.onStored?.(effects);
    const parseWarnings = new Map(reports.map((report) => [report.index, report.warnings]));
    return results.map(({ index, result, warnings: more = [] }) => {
      const warnings = [...(parseWarnings.get(index) ?? []), ...more];
      return warnings.length > 0 ? { index, result, warnings } : { index, result };
    });
  } catch (error) {
    if (!isDataError(error)) throw error;
    const [only] = reports;
    if (reports.length === 1 && only !== undefined)
      return [
        {
          index: only.index,
          result: 'refused',
          issues: [{ path: '', message: `the database cannot keep it: ${toMessage(error)}` }],
        },
      ];
    const half = Math.ceil(reports.length / 2);
    const first = await saveOrSplit(db, reports.slice(0, half), delivery);
    return [...first, ...(await saveOrSplit(db, reports.slice(half), delivery))];
  }
}

/**
 * Retries after a deadlock (which the lock order should prevent) and after another delivery registered a
 * device first.
 */
async function saveWithRetry(db: Kysely<Database>, reports: readonly ParsedReport[], rules: DeliveryRules) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await saveReports(db, reports, rules, { alone: attempt > 1 });
    } catch (error) {
      if (attempt === 3 || !['40001', '40P01'].includes(toErrorCode(error) ?? '')) throw error;
      await wait(20 * attempt);
    }
  }
}

/** Data exceptions (class 22), broken constraints (23), a row or index entry too large (54). */
const isDataError = (error: unknown): boolean => /^(22|23|54)...$/.test(toErrorCode(error) ?? '');
