import { itemCodes } from '@platen/contract/worklist-names';
import type * as z from 'zod/mini';
import { ApiFailure } from '../platform/failure.ts';
import { isRecord } from '../platform/is-record.ts';

/** What a change ran into: the thing as the server has it, and who left it so, where that is known. */
export interface Conflict<T> {
  readonly current: T;
  readonly by: string | undefined;
}

/** The conflict that a refusal names (GE-06); undefined for any other failure. */
export function toConflict<T extends z.ZodMiniType>(thrown: unknown, schema: T): Conflict<z.output<T>> | undefined {
  if (!(thrown instanceof ApiFailure) || thrown.state.errorCode !== itemCodes.changedMeanwhile) return undefined;
  const answer = thrown.cause;
  if (!isRecord(answer)) return undefined;
  const parsed = schema.safeParse(answer['current']);
  if (!parsed.success) return undefined;
  const by = answer['changedBy'];
  const name = isRecord(by) ? by['name'] : undefined;
  return { current: parsed.data, by: typeof name === 'string' && name !== '' ? name : undefined };
}
