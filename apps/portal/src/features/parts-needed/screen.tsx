import type { PartsNeededTexts } from '@platen/catalogue/texts/types';
import { lazyTexts } from '../../platform/load-texts.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { NeededParts } from './needed-parts.tsx';

const loadTexts = lazyTexts<PartsNeededTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/parts-needed-ja-jp')
    : import('@platen/catalogue/texts/parts-needed-en-us'),
);

/** '/partsneeded': parts and cartridges that the fleet will need in the next three months. */
export function PartsNeededScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={10}>
      <NeededParts />
    </ScreenWithTexts>
  );
}
