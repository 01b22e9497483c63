import { createHash } from 'node:crypto';
import type { FamilyModel, JudgeContext } from '@platen/diagnosis/judge/models';
import { sql, type Transaction } from 'kysely';
import type { HistoryTexts } from '../../history/history-texts.ts';
import type { Database } from '../../store/database.ts';
import type { Claim } from './due.ts';

/**
 * Of everything that a judgement depends on besides the rules. A judgement is pure: with an equal digest it
 * would be the stored one again (0800).
 */
export function digestInput(
  { facts, ...lists }: HistoryTexts,
  { today, model, thresholds, codes, opened, pastRisks }: JudgeContext,
): Buffer {
  const texts = [lists.readings, lists.pages, lists.errors, lists.replacements, lists.foundGood, lists.causes];
  const head = [
    facts,
    today,
    model === undefined ? null : digestModel(model),
    thresholds,
    codes.map(({ day, values }) => [day, [...values]]),
    opened ?? null,
    pastRisks ?? null,
    // So no text can pass for the end of the one before.
    texts.map((text) => text?.length ?? null),
  ];
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const text of texts) hash.update(text ?? '');
  return hash.digest();
}

/** One model judges many devices. */
const digests = new WeakMap<FamilyModel, string>();

function digestModel(model: FamilyModel): string {
  const known = digests.get(model) ?? createHash('sha256').update(JSON.stringify(model)).digest('hex');
  digests.set(model, known);
  return known;
}

/**
 * The stored judgements cover the newest reports too, but for those that were marked meanwhile. The caller
 * has locked the devices.
 */
export async function saveUnchanged(trx: Transaction<Database>, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    update device_judgement j set judged_at = now(), input_at = now(), through = r.through
    from unnest(${claims.map((claim) => claim.device_id)}::uuid[], ${claims.map(({ through }) => through)}::timestamptz[],
      ${claims.map(({ seen }) => seen)}::int[]) as r(device_id, through, seen)
    where j.device_id = r.device_id and j.marks = r.seen returning j.device_id as id`.execute(trx);
  await sql`
    update device set processed_at = now() where device_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx);
}
