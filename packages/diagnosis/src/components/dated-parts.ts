import { developerKinds } from './developer.ts';
import { drumKinds } from './drum.ts';
import { fuserKind } from './fuser.ts';
import type { PartKind } from './part-life/part-kind.ts';
import { secondTransferKind } from './second-transfer.ts';

export interface DatedPart {
  readonly kind: PartKind;
  /** Its model of a family. */
  readonly model: 'drum' | 'developer' | 'fuser' | 'secondTransfer';
}

/** Kinds of part whose failure is dated, by part code. */
export const datedParts: ReadonlyMap<string, DatedPart> = new Map(
  [
    ...drumKinds.map(({ kind }): DatedPart => ({ kind, model: 'drum' })),
    ...developerKinds.map(({ kind }): DatedPart => ({ kind, model: 'developer' })),
    { kind: fuserKind, model: 'fuser' as const },
    { kind: secondTransferKind, model: 'secondTransfer' as const },
  ].map((part) => [part.kind.code, part]),
);
