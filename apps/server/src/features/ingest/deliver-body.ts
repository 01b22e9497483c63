import { type ModelPattern, toFamilyFinder } from '@platen/catalogue/families/models';
import type { IngestResult } from '@platen/contract/ingest';
import type { Kysely } from 'kysely';
import type { Scope } from '../../identity/collector-scope.ts';
import type { Database } from '../../store/database.ts';
import { deliver } from './deliver.ts';
import type { SideEffects } from './keep-reports.ts';
import { type Body, unpackBody } from './read-body.ts';
import { splitBody } from './split-body.ts';

/** What holds for all deliveries of a site. */
export interface SiteRules {
  readonly offlineHours: number;
  readonly readingMonths: number;
  readonly eventMonths: number;
  readonly modelFamilies: readonly ModelPattern[] | undefined;
}

/** A delivery as it came. Plain values: it may go to another thread. */
export interface BodyDelivery {
  readonly body: Body;
  readonly type: string | undefined;
  readonly collectorId: string;
  readonly scope: Scope;
  readonly now: Date;
  readonly clockOffset: number;
}

/** What became of each report, for the sender, and what else the delivery did. Plain values: they may come from another thread. */
export interface Delivered {
  readonly results: IngestResult[];
  readonly effects: SideEffects;
}

export type DeliverBody = (delivery: BodyDelivery) => Promise<Delivered>;

/** Unpacks bodies, takes them apart, checks and keeps their reports. Throws 202001 for what is no delivery at all. */
export function createDeliverBody(db: Kysely<Database>, site: SiteRules): DeliverBody {
  const { offlineHours, readingMonths, eventMonths, modelFamilies } = site;
  const rules = { offlineHours, readingMonths, eventMonths, findFamily: toFamilyFinder(modelFamilies) };
  return async ({ body, type, ...delivery }) => {
    let effects: SideEffects = { held: 0, moved: 0 };
    const onKept = ({ held, moved }: SideEffects) => {
      effects = { held: effects.held + held, moved: effects.moved + moved };
    };
    const results = await deliver(db, splitBody(await unpackBody(body), type), { ...rules, ...delivery, onKept });
    return { results, effects };
  };
}
