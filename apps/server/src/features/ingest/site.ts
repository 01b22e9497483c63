import * as z from 'zod/mini';
import type { SiteNumbers } from '../../identity/collector-scope.ts';
import { bodyReader } from '../../status/kept-body.ts';
import { orNull } from './to-text.ts';

const text = z.optional(z.string());
const siteSchema = z.object({
  customerNumber: text,
  customerName: text,
  description: text,
  dealerNumber: text,
  dealerName: text,
});

/** Whose device it is, as a report says. */
export type Site = z.infer<typeof siteSchema>;
export const readSite = bodyReader(siteSchema);

/** The numbers without surrounding blanks; blank ones are none. */
export const toSiteNumbers = ({ dealerNumber, customerNumber }: Site): SiteNumbers => ({
  dealerNumber: orNull(dealerNumber),
  customerNumber: orNull(customerNumber),
});
