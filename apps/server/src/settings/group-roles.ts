import { roles } from '@platen/contract/rights';
import * as z from 'zod/mini';

const entry = z.strictObject({
  group: z.string().check(z.minLength(1), z.maxLength(200)),
  role: z.enum(roles),
  /** Id, or a name that only it has; left out: the operator. */
  organisation: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
/** What a group of the identity provider gives (OA-13). */
export type GroupRole = z.infer<typeof entry>;

const table = z.array(entry).check(z.minLength(1), z.maxLength(500));

/**
 * JSON text of groups with roles; the first one that a user has counts. Throws a sentence about what is
 * wrong.
 */
export function groupRoles(text: string): readonly GroupRole[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('expected JSON like [{"group":"service","role":"dealer","organisation":"Haldane Office"}]');
  }
  const parsed = table.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`);
}
