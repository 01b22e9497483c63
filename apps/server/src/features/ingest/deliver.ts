import { setTimeout as wait, setImmediate as yieldToOthers } from 'node:timers/promises';
import type { IngestResult } from '@platen/contract/ingest';
import type { Kysely } from 'kysely';
import { toErrorCode, toMessage } from '../../base/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Accepted, checkReport, type Limits } from './check-report.ts';
import { type Arrival, keepReports, type SideEffects } from './keep-reports.ts';
import { placeReport } from './place-report.ts';
import type { Item } from './split-body.ts';

export interface Delivery extends Arrival {
  readingMonths: number;
  eventMonths: number;
  /** Called after each commit with what it did beside keeping reports. */
  onKept?: (effects: SideEffects) => void;
}

/** Checks and keeps the reports of one delivery; what became of each, in their order. What it calls kept is committed. */
export async function deliver(
  db: Kysely<Database>,
  items: readonly Item[],
  delivery: Delivery,
): Promise<IngestResult[]> {
  const { good, refused } = await check(items, delivery);
  const kept = good.length === 0 ? [] : await keepOrSplit(db, good, delivery);
  return [...refused, ...kept].sort((a, b) => a.index - b.index);
}

/** Milliseconds that a delivery is checked before others of its thread get their turn. */
const turnMs = 10;
/** Wrong places of one delivery that are looked at one by one: some ten of each report. */
const careOfDelivery = 2000;

/** Checking is pure work of the processor: others get their turn between two reports, however long one takes. */
async function check(
  items: readonly Item[],
  delivery: Limits & Pick<Delivery, 'scope'>,
): Promise<{ good: Accepted[]; refused: IngestResult[] }> {
  const good: Accepted[] = [];
  const refused: IngestResult[] = [];
  const limits = { ...delivery, care: { left: careOfDelivery } };
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since > turnMs) {
      await yieldToOthers();
      since = performance.now();
    }
    const checked = checkReport(item, limits);
    if ('issues' in checked) refused.push({ index: checked.index, result: 'refused', issues: checked.issues });
    else good.push(placeReport(checked, delivery.scope));
  }
  return { good, refused };
}

/**
 * A report that passed every check and is refused by the database all the same must not take the others with it:
 * the batch is halved until the one is alone.
 */
async function keepOrSplit(
  db: Kysely<Database>,
  reports: readonly Accepted[],
  arrival: Delivery,
): Promise<IngestResult[]> {
  try {
    const { kept, effects } = await keepWithRetry(db, reports, arrival);
    arrival.onKept?.(effects);
    const found = new Map(reports.map((report) => [report.index, report.warnings]));
    return kept.map(({ index, result, warnings: more }) => {
      const warnings = [...(found.get(index) ?? []), ...more];
      return warnings.length > 0 ? { index, result, warnings } : { index, result };
    });
  } catch (error) {
    if (!isOfTheData(error)) throw error;
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
    const first = await keepOrSplit(db, reports.slice(0, half), arrival);
    return [...first, ...(await keepOrSplit(db, reports.slice(half), arrival))];
  }
}

/** A deadlock (which the order of our locks should rule out) or devices that another delivery registered first: tried again. */
async function keepWithRetry(db: Kysely<Database>, reports: readonly Accepted[], arrival: Arrival) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await keepReports(db, reports, arrival, { alone: attempt > 1 });
    } catch (error) {
      if (attempt === 3 || !['40001', '40P01'].includes(toErrorCode(error) ?? '')) throw error;
      await wait(20 * attempt);
    }
  }
}

/** Data exceptions (class 22), broken constraints (23), a row or index entry too large (54). */
const isOfTheData = (error: unknown): boolean => /^(22|23|54)...$/.test(toErrorCode(error) ?? '');
