import type { MetersTexts } from '@platen/catalogue/texts/types';
import { lazyTexts } from '../../platform/load-once.ts';
import { ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { later } from '../../ui/later.tsx';

export const loadTexts = lazyTexts<MetersTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/meters-ja-jp') : import('@platen/catalogue/texts/meters-en-us'),
);

// A part of its own: the start names the files of this one alone, which has neither styles nor dialogs.
const Home = later(async () => (await import('./screen.tsx')).MetersScreen, <ScreenLoading rows={10} />);

/** '/meters': plans and closes, and one close with its lines (LG-38). */
export function MetersEntry() {
  return (
    <ScreenWithTexts load={loadTexts} rows={10}>
      <Home />
    </ScreenWithTexts>
  );
}
