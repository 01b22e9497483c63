import type { CodeHistoryTexts } from '@platen/catalogue/texts/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { lazyTexts } from '../../../platform/load-once.ts';
import { logError } from '../../../platform/log.ts';
import { AddedTexts } from '../../../ui/added-texts.tsx';
import { later } from '../../../ui/later.tsx';
import { PanelBody } from '../../../ui/panel.tsx';
import { ViewSwitch } from '../../../ui/view-switch.tsx';

const waiting = <PanelBody state={{ kind: 'loading', rows: 8 }} />;
const HistoryView = later(async () => (await import('./history-view.tsx')).default, waiting);
const StandardsView = later(async () => (await import('./standards-view.tsx')).default, waiting);

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
        <AddedTexts load={loadTexts} placeholder={waiting}>
          {view === 'history' ? (
            <HistoryView deviceId={deviceId} />
          ) : (
            <StandardsView
              deviceId={deviceId}
              onCompare={(left, device) => show('history', { left, right: 'today', ...(device && { device }) })}
            />
          )}
        </AddedTexts>
      )}
    </>
  );
}
