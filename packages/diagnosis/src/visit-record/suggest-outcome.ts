import type { ConditionOutcome } from '@platen/contract/visit-names';
import type { RecordedPart } from '@platen/contract/visit-records';
import { codesOf, toUnit } from '../effect/target.ts';
import { itemOfSupply } from './part-items.ts';

/** What is known of a condition when its outcome is proposed. */
export interface RecordedMatter {
  readonly kind: string;
  /** `drum.black`, `C447`; of a supply `cyan`, `waste`. */
  readonly subject: string;
  /** The unit that it is about; left out: as its subject says, a unit or an error code of one. */
  readonly unit?: string;
}

export interface SuggestedOutcome {
  readonly outcome: ConditionOutcome;
  /** The part from whose answer it follows. */
  readonly from: string;
}

/**
 * What became of a condition, from the answers for the parts: the person sees it and may change it. Null: no
 * part of the record is about it.
 */
export function suggestOutcome(
  matter: RecordedMatter,
  parts: readonly Pick<RecordedPart, 'item' | 'answer' | 'isMissing'>[],
): SuggestedOutcome | null {
  const unit = matter.unit ?? matter.subject;
  const supply = matter.kind === 'supply' ? itemOfSupply(matter.subject) : undefined;
  const own = parts.filter(
    ({ item }) =>
      toUnit(item) === unit ||
      item === matter.subject ||
      item === supply ||
      codesOf(toUnit(item))?.(matter.subject) === true,
  );
  const missing = own.find(({ isMissing, answer }) => isMissing === true || answer === 'notDone');
  const replaced = own.find(({ answer }) => answer === 'replaced');
  const good = own.find(({ answer }) => answer === 'lookedAtGood');
  if (replaced !== undefined) return { outcome: 'fixed', from: replaced.item };
  if (missing !== undefined) return { outcome: 'notFixed', from: missing.item };
  return good === undefined ? null : { outcome: 'nothing', from: good.item };
}
