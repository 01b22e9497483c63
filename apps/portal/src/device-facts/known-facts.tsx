import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { HistoryLink } from '../editing/history-link.tsx';
import { lazyTexts } from '../platform/load-once.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { useDates } from '../ui/use-dates.ts';
import { FactsDialog } from './facts-dialog.tsx';
import styles from './known-facts.module.css';
import { knownFactsQuery } from './queries.ts';

const loadTexts = lazyTexts((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/administration-ja-jp')
    : import('@platen/catalogue/texts/administration-en-us'),
);

interface DeviceProps {
  readonly deviceId: string;
  readonly serial: string | null;
}

/** On the profile: what people know of a device, asked for when it is opened (OA-40). */
export const KnownFacts = (props: DeviceProps) => (
  <AddedTexts load={loadTexts}>
    <FactsButton {...props} />
  </AddedTexts>
);

function FactsButton({ deviceId, serial }: DeviceProps) {
  const t = useTranslations('deviceFacts');
  const [shown, setShown] = useState<'read' | 'edit'>();
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setShown('read')}>
        {t('known')}
      </Button>
      {shown === undefined ? null : (
        <Facts
          deviceId={deviceId}
          serial={serial}
          isEdited={shown === 'edit'}
          onEdit={() => setShown('edit')}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

const texts = ['assetNumber', 'place', 'contact', 'contract', 'notes', 'weight'] as const;

interface FactsProps extends DeviceProps {
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

function Facts({ deviceId, serial, isEdited, onEdit, onClose }: FactsProps) {
  const t = useTranslations('deviceFacts');
  const dates = useDates();
  const { data: me } = useQuery(meQuery);
  const query = useQuery(knownFactsQuery(deviceId));
  const known = query.data;
  if (isEdited && known !== undefined)
    return <FactsDialog row={{ deviceId, serial, facts: known.facts }} onClose={onClose} />;
  const mayEdit = known !== undefined && can(me, 'manageFacts');
  return (
    <Dialog
      title={t('factsTitle', { serial: serial ?? '-' })}
      onClose={onClose}
      footer={
        <>
          <HistoryLink subject={`device:${deviceId}`} />
          {mayEdit ? <Button onClick={onEdit}>{t('edit')}</Button> : null}
        </>
      }
    >
      <PanelBody state={toPanelState(query, 6)}>
        {known === undefined ? null : (
          <dl className={styles.facts}>
            {texts.map((field) => (
              <div key={field}>
                <dt>{t(`fields.${field}`)}</dt>
                <dd>
                  {known.facts[field] ?? '-'}
                  {field === 'assetNumber' && known.facts.isDouble ? ` (${t('double')})` : ''}
                </dd>
              </div>
            ))}
            <div>
              <dt>{t('columns.organisation')}</dt>
              <dd>
                {known.placement.organisation?.name ?? t('notPlaced')}
                {known.placement.byHand ? ` (${t('placedByHand')})` : ''}
              </dd>
            </div>
            {known.facts.retiredOn === null ? null : (
              <div>
                <dt>{t('fields.retiredOn')}</dt>
                <dd>
                  {dates.date(new Date(known.facts.retiredOn))}
                  {known.facts.reportsAgain ? ` (${t('again')})` : ''}
                </dd>
              </div>
            )}
          </dl>
        )}
      </PanelBody>
    </Dialog>
  );
}
