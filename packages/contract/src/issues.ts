import type * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

const { localeError } = en();

/** Pass to `safeParse` so that issues say in English what is wrong; the small schemas carry no texts of their own. */
export const inEnglish = { error: localeError };

/** `['supplies', 2, 'percent']` as `supplies[2].percent`. */
export function toPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  );
}

/** Each issue of a failed parse as a place and a sentence. */
export function toIssues(error: z.core.$ZodError): { path: string; message: string }[] {
  return error.issues.map((issue) => ({ path: toPath(issue.path), message: issue.message }));
}
