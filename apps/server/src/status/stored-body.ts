import { toFits } from '@platen/contract/fits';
import type * as z from 'zod/mini';

/**
 * Parses stored bodies of a section. One that does not fit the contract (stored by another version) counts as
 * not reported.
 */
export function bodyReader<T extends z.ZodMiniType>(schema: T): (body: unknown) => z.output<T> | undefined {
  const fits = toFits(schema);
  return (body) => {
    if (body === undefined || fits(body)) return body;
    const parsed = schema.safeParse(body);
    return parsed.success ? parsed.data : undefined;
  };
}
