import type { LedgerTexts } from '@platen/catalogue/texts/types';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { lazyTexts } from '../../../platform/load-once.ts';
import { AddedTexts } from '../../../ui/added-texts.tsx';
import { later } from '../../../ui/later.tsx';
import { PanelBody } from '../../../ui/panel.tsx';
import { useAddressValue, ViewSwitch } from '../../../ui/view-switch.tsx';

const waiting = <PanelBody state={{ kind: 'loading', rows: 8 }} />;
const LedgerView = later(async () => (await import('./ledger-view.tsx')).default, waiting);

const loadTexts = lazyTexts<LedgerTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/ledger-ja-jp') : import('@platen/catalogue/texts/ledger-en-us'),
);

/** Pages or the ledger: a switch inside the tab, for who may see meters; kept in the address. */
export function CounterViews({ deviceId, children }: { readonly deviceId: string; readonly children: ReactNode }) {
  const t = useTranslations('counter.views');
  const me = useQuery(meQuery).data;
  const [wanted, setWanted] = useAddressValue('view');
  if (!can(me, 'readMeters')) return children;
  const view = wanted === 'ledger' ? 'ledger' : 'pages';
  return (
    <>
      <ViewSwitch
        label={t('label')}
        views={(['pages', 'ledger'] as const).map((one) => ({ view: one, label: t(one) }))}
        view={view}
        onChange={(next) => setWanted(next === 'pages' ? undefined : next)}
      />
      {view === 'pages' ? (
        children
      ) : (
        <AddedTexts load={loadTexts} placeholder={waiting}>
          <LedgerView deviceId={deviceId} mayCorrect={can(me, 'correctMeters')} />
        </AddedTexts>
      )}
    </>
  );
}
