import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { span } from '../../device/panel-grid.tsx';
import type { MeterWords } from '../../device/use-meter-words.ts';
import { Panel, toPanelState } from '../../ui/panel.tsx';
import styles from './meters.module.css';
import { meterQueries } from './queries.ts';

/** Reports of the period that came after its close (LG-05). */
export function LatePanel({ closeId, words }: { readonly closeId: string; readonly words: MeterWords }) {
  const t = useTranslations('meters.late');
  const query = useQuery(meterQueries.late(closeId));
  const reports = query.data?.reports ?? [];
  const state = toPanelState(query, 2);
  return (
    <Panel
      className={span(12)}
      title={t('title')}
      note={t('note')}
      state={state.kind === 'data' && reports.length === 0 ? { kind: 'empty', text: t('none') } : state}
    >
      <ul className={styles.plain}>
        {reports.flatMap(({ deviceId, serial, at, receivedAt, meters }) =>
          meters.map(({ meter, value }) => (
            <li key={`${deviceId} ${at} ${meter}`}>
              {t('line', {
                serial: serial ?? deviceId,
                meter: words.meter(meter),
                value: words.number(value),
                at: words.moment(at),
                received: words.moment(receivedAt),
              })}
            </li>
          )),
        )}
      </ul>
    </Panel>
  );
}
