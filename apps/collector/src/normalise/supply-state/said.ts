import type { Supply } from '@platen/contract/report-sections';

export type Condition = NonNullable<Supply['condition']>;

/** What a device says of one of its supplies beside the level, and where it says it (as evidence names it). */
export interface Said {
  /** The supply's place in the list. */
  readonly place: number;
  readonly condition: Condition;
  readonly source: { source: string; name?: string; raw: string };
}

/** The gravest first. */
export const byGravity: readonly Condition[] = ['missing', 'empty', 'full', 'low', 'nearFull', 'ok'];
