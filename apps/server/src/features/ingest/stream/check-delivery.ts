import type { IngestResult } from '@platen/contract/ingest';
import type { Kysely } from 'kysely';
import type { Database } from '../../../store/database.ts';
import { toScopeWarnings } from '../merge/site.ts';
import { checkLine } from '../parse/parse-line.ts';
import {
  type BodyDelivery,
  checkInTurns,
  type Delivered,
  deliver,
  type SiteRules,
  toRules,
} from '../receive/deliver.ts';
import { unpackBody } from '../receive/read-body.ts';
import { splitBody } from '../receive/split-body.ts';
import { linesType, packLines } from './pack-lines.ts';

/** A delivery as received, and the largest body of a message. */
export interface CheckRequest extends BodyDelivery {
  readonly mostBytes: number;
}

/** A checked delivery: what has to be published before the sender may get these results. */
export interface CheckedDelivery extends Delivered {
  /** Bodies to publish, packed. `whole`: the body as it was received. */
  readonly messages: readonly Uint8Array[];
  readonly isWhole: boolean;
  /** Content type of the messages before they were packed. */
  readonly type: string;
}

/**
 * Checks a delivery as storing it would, and packs the reports that passed. A report that is too large for a
 * message is stored here. Throws 202001 if a body is no delivery at all.
 */
export function createCheckDelivery(
  db: Kysely<Database>,
  site: SiteRules,
): (request: CheckRequest) => Promise<CheckedDelivery> {
  const rules = toRules(site);
  return async ({ body, type, mostBytes, ...delivery }) => {
    const lines = splitBody(await unpackBody(body), type);
    const { passed, refused } = await checkInTurns(lines, { ...rules, ...delivery }, (line, limits) => {
      const checked = checkLine(line, limits);
      if ('issues' in checked) return checked;
      // Not the report itself: those of a delivery would fill the memory of the thread.
      const { index, report, warnings } = checked;
      return { index, warnings: [...warnings, ...toScopeWarnings(report.site, delivery.scope)] };
    });
    const results = new Map<number, IngestResult>(refused.map((result) => [result.index, result]));
    for (const { index, warnings } of passed)
      results.set(index, { index, result: 'stored', ...(warnings.length > 0 && { warnings }) });
    const checked = { effects: { held: 0, moved: 0 }, messages: [], isWhole: false, type: linesType };
    const toAnswer = () => [...results.values()].sort((a, b) => a.index - b.index);
    if (passed.length === 0) return { ...checked, results: toAnswer() };
    // Collectors send bodies that can be published as they are.
    if (body.isPacked && refused.length === 0 && body.bytes.length <= mostBytes)
      return { ...checked, isWhole: true, type: type ?? '', results: toAnswer() };
    const accepted = new Set(passed.map(({ index }) => index));
    const { messages, tooLarge } = await packLines(
      lines.filter(({ index }) => accepted.has(index)),
      mostBytes,
    );
    if (tooLarge.length === 0) return { ...checked, messages, results: toAnswer() };
    let effects = checked.effects;
    const onStored = ({ held, moved }: Delivered['effects']) => {
      effects = { held: effects.held + held, moved: effects.moved + moved };
    };
    for (const result of await deliver(db, tooLarge, { ...rules, ...delivery, onStored }))
      results.set(result.index, result);
    return { ...checked, effects, messages, results: toAnswer() };
  };
}
