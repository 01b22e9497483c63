import { reporting } from './ja-jp/reporting.ts';
import type { ReportingTexts } from './types.ts';

/** As `reporting-en-us.ts`, in Japanese. */
export const texts: ReportingTexts = { reporting };
