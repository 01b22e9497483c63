import type * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

const { localeError } = en();

/**
 * Pass to `safeParse` so that issues say in English what is wrong; the small schemas carry no texts of their
 * own.
 */
export const inEnglish = { error: localeError };

/** Longest place or sentence; both may quote keys of the input, which are as long as the sender likes. */
const textLimit = 300;
const shorten = (text: string): string => (text.length > textLimit ? `${text.slice(0, textLimit)}…` : text);

/** `['supplies', 2, 'percent']` as `supplies[2].percent`; cut after 300 characters. */
export function toPath(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (before, step) =>
      typeof step === 'number' ? `${before}[${step}]` : before === '' ? String(step) : `${before}.${String(step)}`,
    '',
  );
  return shorten(text);
}

/** Each issue of a failed parse as a place and a sentence. */
export function toIssues(error: z.core.$ZodError): { path: string; message: string }[] {
  return error.issues.map((issue) => ({ path: toPath(issue.path), message: shorten(issue.message) }));
}

/** An issue whose sentence is cut after 300 characters. */
export const toShort = ({ path, message }: { path: string; message: string }): { path: string; message: string } => ({
  path,
  message: shorten(message),
});
