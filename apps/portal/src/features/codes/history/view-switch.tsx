import type { CodeHistoryTexts } from '@platen/catalogue/texts/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl/react';
import { lazyTexts, loadResource } from '../../../platform/load-texts.ts';
import { logError } from '../../../platform/log.ts';
import { AddedTexts } from '../../../ui/added-texts.tsx';
import { PanelBody } from '../../../ui/panel.tsx';
import { ViewSwitch } from '../../../ui/view-switch.tsx';

const HistoryView = lazy(() => loadResource(() => import('./history-view.tsx')));
const StandardsView = lazy(() => loadResource(() => import('./standards-view.tsx')));

const loadTexts = lazyTexts<CodeHistoryTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/code-history-ja-jp')
    : import('@platen/catalogue/texts/code-history-en-us'),
);

const views = ['now', 'history', 'standards'] as const;
type View = (typeof views)[number];

/** Now, history or standards of the codes: a switch inside the code screens, kept in the address. */
export function CodeViews({ deviceId, children }: { readonly deviceId: string; readonly children: ReactNode }) {
  const t = useTranslations('codes.views');
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const view = views.find((one) => one === search['view']) ?? 'now';
  const show = (
    next: View,
    more: { readonly left?: string; readonly right?: string; readonly device?: string } = {},
  ) => {
    navigate({
      to: '.',
      search: (before) => ({ ...before, ...more, view: next === 'now' ? undefined : next }),
      replace: true,
    }).catch((thrown: unknown) => logError('switching the view of codes failed', thrown));
  };
  return (
    <>
      <ViewSwitch
        label={t('label')}
        views={views.map((one) => ({ view: one, label: t(one) }))}
        view={view}
        onChange={(next) => show(next)}
      />
      {view === 'now' ? (
        children
      ) : (
        <Suspense fallback={<PanelBody state={{ kind: 'loading', rows: 8 }} />}>
          <AddedTexts load={loadTexts}>
            {view === 'history' ? (
              <HistoryView deviceId={deviceId} />
            ) : (
              <StandardsView
                deviceId={deviceId}
                onCompare={(left, device) => show('history', { left, right: 'today', ...(device && { device }) })}
              />
            )}
          </AddedTexts>
        </Suspense>
      )}
    </>
  );
}
