import { type ModelPattern, toFamilyFinder } from '@platen/catalogue/families/models';
import type { IngestResult } from '@platen/contract/ingest';
import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { deliver } from './deliver.ts';
import { splitBody } from './split-body.ts';

/** What holds for all deliveries of a site. */
export interface SiteRules {
  readonly offlineHours: number;
  readonly readingMonths: number;
  readonly eventMonths: number;
  readonly modelFamilies: readonly ModelPattern[] | undefined;
}

/** A delivery as it came, its body unpacked. Plain values: it may go to another thread. */
export interface BodyDelivery {
  readonly body: Uint8Array;
  readonly type: string | undefined;
  readonly collectorId: string;
  readonly now: Date;
  readonly clockOffset: number;
}

export type DeliverBody = (delivery: BodyDelivery) => Promise<IngestResult[]>;

/** Takes bodies apart, checks and keeps their reports. Throws 202001 for what is no delivery at all. */
export function createDeliverBody(db: Kysely<Database>, site: SiteRules): DeliverBody {
  const { offlineHours, readingMonths, eventMonths, modelFamilies } = site;
  const rules = { offlineHours, readingMonths, eventMonths, findFamily: toFamilyFinder(modelFamilies) };
  return async ({ body, type, ...delivery }) => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    return await deliver(db, splitBody(bytes, type), { ...rules, ...delivery });
  };
}
