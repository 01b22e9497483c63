import type { Channel } from '@platen/contract/channels';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { deliveryQueries } from '../../delivery/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { Select } from '../../ui/text-field.tsx';
import { Check } from './check.tsx';
import styles from './exports-panel.module.css';
import { type Close, type FileAsked, meterQueries } from './queries.ts';
import { TrialTable } from './trial-table.tsx';

interface NewFileProps {
  readonly close: Close;
  readonly isBusy: boolean;
  readonly onMake: (asked: FileAsked) => void;
}

/** Mail channels that the user may send by (DE-04). */
const canMail = ({ kind, own, state }: Channel): boolean =>
  kind === 'mail' && own && state !== 'unverified' && state !== 'disabled';

/** The template of a new file, what it would hold, how it leaves, and whether it is a test (MX-06, MX-07). */
export function NewFile({ close, isBusy, onMake }: NewFileProps) {
  const t = useTranslations('meters.exports');
  const templates = useQuery(meterQueries.templates).data ?? [];
  const channels = (useQuery(deliveryQueries.channels).data?.channels ?? []).filter(canMail);
  const [wanted, setWanted] = useState<string>();
  const [wantedChannel, setChannel] = useState('');
  const [isTest, setTest] = useState(false);
  const templateId = templates.find((one) => one.templateId === wanted)?.templateId ?? templates[0]?.templateId;
  const channelId = channels.find((one) => one.channelId === wantedChannel)?.channelId;
  const trial = useQuery({
    ...meterQueries.trial(close.closeId, {
      templateId: templateId ?? 'all',
      ...(channelId !== undefined && { way: 'mail' }),
    }),
    enabled: templateId !== undefined,
  });
  const mustTest = trial.data?.mustTest === true;
  const test = mustTest || isTest;
  const make = () => {
    if (templateId === undefined) return;
    if (channelId === undefined) onMake({ template: templateId, test });
    else onMake({ templateId, channelId, test, key: crypto.randomUUID() });
  };
  return (
    <>
      <div className={styles.fields} data-print="none">
        <Select
          label={t('template')}
          value={templateId}
          options={templates.map(({ templateId: value, name }) => ({ value, label: name }))}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <Select
          label={t('way')}
          value={channelId ?? ''}
          options={[
            { value: '', label: t('download') },
            ...channels.map(({ channelId: value, name, address }) => ({
              value,
              label: t('mailTo', { name, address }),
            })),
          ]}
          onChange={({ currentTarget }) => setChannel(currentTarget.value)}
        />
        <Check label={mustTest ? t('mustTest') : t('test')} isOn={test} disabled={mustTest} onChange={setTest} />
        <Button
          variant="primary"
          busy={isBusy || trial.data === undefined}
          disabled={trial.data?.lines === 0}
          onClick={make}
        >
          {channelId === undefined ? t('make') : t('send')}
        </Button>
      </div>
      {channels.length === 0 ? (
        <p className="quiet" data-print="none">
          {t('noMail')} <Link to="/me">{t('ownChannels')}</Link>
        </p>
      ) : null}
      <PanelBody state={toPanelState(trial, 3)}>
        {trial.data?.lines === 0 ? <p>{t('nothingToMake')}</p> : null}
        {trial.data === undefined ? null : <TrialTable trial={trial.data} />}
      </PanelBody>
    </>
  );
}
