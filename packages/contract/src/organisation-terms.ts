import * as z from 'zod/mini';

/** Characters of the terms of use in one language at most. */
export const longestTerms = 20_000;
const text = z.string().check(z.trim(), z.maxLength(longestTerms));

/** Terms of use of an organisation, plain text; a language without a text is shown the other one (OA-04). */
export const termsTexts = z
  .strictObject({ english: text, japanese: text })
  .check(z.refine(({ english, japanese }) => english !== '' || japanese !== '', 'a text in one language at least'));
export type TermsTexts = z.infer<typeof termsTexts>;

/** As they hold; `version` counts the texts of the organisation: `3.0.0` is its third. */
export const ownTerms = z.object({ version: z.string(), english: z.string(), japanese: z.string() });
