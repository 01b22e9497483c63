import type { VisitsTexts } from '@platen/catalogue/texts/types';
import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { lazyTexts, loadResource } from '../../platform/load-texts.ts';
import { ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { VisitsHome } from './visits-home.tsx';

const loadTexts = lazyTexts<VisitsTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/visits-ja-jp') : import('@platen/catalogue/texts/visits-en-us'),
);

const VisitPage = lazy(async () => ({
  default: (await loadResource(() => import('./visit-page.tsx'))).VisitPage,
}));

const FiguresScreen = lazy(async () => ({
  default: (await loadResource(() => import('../../visit-effects/figures-screen.tsx'))).FiguresScreen,
}));

/**
 * '/visits': what is planned, drafts, overdue, to read; '/visits/{id}': one visit; '/visits/effect': what
 * visits brought.
 */
export function VisitsScreen() {
  const [, , visitId = ''] = (useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '').split('/');
  if (visitId === 'effect')
    return (
      <Suspense fallback={<ScreenLoading rows={12} />}>
        <FiguresScreen />
      </Suspense>
    );
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      {visitId === '' ? (
        <VisitsHome />
      ) : (
        <Suspense fallback={<ScreenLoading rows={8} />}>
          <VisitPage key={visitId} visitId={visitId} />
        </Suspense>
      )}
    </ScreenWithTexts>
  );
}
