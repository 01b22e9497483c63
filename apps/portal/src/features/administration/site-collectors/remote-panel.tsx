import { commandKinds, commandLimits } from '@platen/contract/collector-commands';
import type { SiteCollectorSheet } from '@platen/contract/site-collectors';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { ConfirmDialog } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { useSwitchRemote } from './queries.ts';
import styles from './site-collectors.module.css';

/** What may be done from afar, and the switch that ends it (OA-20). */
export function RemotePanel({ collector, commands }: Pick<SiteCollectorSheet, 'collector' | 'commands'>) {
  const t = useTranslations('siteCollectors');
  const ofCommands = useTranslations('collectorRemote.commands');
  const format = useFormatter();
  const { dateTime } = useDates();
  const [isAsking, setAsking] = useState(false);
  const switching = useSwitchRemote(collector.collectorId);
  const { level, off } = collector.remote;
  const isOff = off !== null;
  const known = commandKinds.filter((kind) => commands.includes(kind));
  const list = format.list(known.map((kind) => ofCommands(kind, { count: commandLimits.logLines })));
  const wanted = isOff ? 'confirmOn' : 'confirmOff';
  const label = t(isOff ? 'switchOn' : 'switchOff');
  const open = () => {
    switching.reset();
    setAsking(true);
  };
  return (
    <Panel title={t('remote.title')} note={t('remote.note')} className={styles.panel}>
      <p className={isOff ? styles.off : undefined} aria-live="polite">
        {isOff
          ? t('remoteText.off', { name: off.by, time: dateTime(new Date(off.at)) })
          : t(`remoteText.${level === null ? 'unknown' : level === 'off' ? 'none' : level}`)}
      </p>
      {isOff || level === null || level === 'off' ? null : (
        <p>{known.length === 0 ? t('remoteText.noCommands') : t('remoteText.commands', { list })}</p>
      )}
      <p data-print="none">
        <Button onClick={open}>{label}</Button>
      </p>
      {isAsking ? (
        <ConfirmDialog
          title={t(`${wanted}.title`, { name: collector.name })}
          submit={label}
          change={switching}
          onSubmit={() => switching.mutate(!isOff, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t(`${wanted}.text`)}</p>
        </ConfirmDialog>
      ) : null}
    </Panel>
  );
}
