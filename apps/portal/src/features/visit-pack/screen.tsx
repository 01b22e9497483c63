import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { loadTexts } from './load-texts.ts';
import { PackView } from './pack-view.tsx';
import { packQuery } from './queries.ts';

export { loadTexts };

/** '/visits/{id}/pack': all that is known of the devices of a visit, one page each. */
export function VisitPackScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={12}>
      <Pack />
    </ScreenWithTexts>
  );
}

function Pack() {
  const t = useTranslations('visitPack');
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '';
  const visitId = /\/visits\/([^/]+)\/pack/i.exec(path)?.[1] ?? '';
  const query = useQuery(packQuery(visitId));
  if (query.data !== undefined) return <PackView key={visitId} shown={query.data} />;
  return (
    <div className="page" aria-label={t('loading')}>
      <PanelBody state={toPanelState(query, 12)} />
    </div>
  );
}
