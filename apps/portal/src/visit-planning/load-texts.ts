import type { VisitPlanningTexts } from '@platen/catalogue/texts/types';
import { lazyTexts } from '../platform/load-once.ts';

/** The texts of planning a visit. */
export const loadPlanningTexts = lazyTexts<VisitPlanningTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/visit-planning-ja-jp')
    : import('@platen/catalogue/texts/visit-planning-en-us'),
);
