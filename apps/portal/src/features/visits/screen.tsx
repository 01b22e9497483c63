import type { VisitsTexts } from '@platen/catalogue/texts/types';
import { useMatches } from '@tanstack/react-router';
import { lazyTexts } from '../../platform/load-once.ts';
import { ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { later } from '../../ui/later.tsx';
import { VisitsHome } from './visits-home.tsx';

export const loadTexts = lazyTexts<VisitsTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/visits-ja-jp') : import('@platen/catalogue/texts/visits-en-us'),
);

const waiting = <ScreenLoading rows={8} />;
const VisitPage = later(async () => (await import('./visit-page.tsx')).VisitPage, waiting);

const FiguresScreen = later(
  async () => (await import('../../visit-effects/figures-screen.tsx')).FiguresScreen,
  waiting,
);

/**
 * '/visits': what is planned, drafts, overdue, to read; '/visits/{id}': one visit; '/visits/effect': what
 * visits brought.
 */
export function VisitsScreen() {
  const [, , visitId = ''] = (useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '').split('/');
  if (visitId === 'effect') return <FiguresScreen />;
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      {visitId === '' ? <VisitsHome /> : <VisitPage key={visitId} visitId={visitId} />}
    </ScreenWithTexts>
  );
}
