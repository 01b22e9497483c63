import type { VisitPackTexts } from '@platen/catalogue/texts/types';
import { lazyTexts } from '../../platform/load-once.ts';

/** Texts of packs, of both screens. */
export const loadTexts = lazyTexts<VisitPackTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/visit-pack-ja-jp')
    : import('@platen/catalogue/texts/visit-pack-en-us'),
);
