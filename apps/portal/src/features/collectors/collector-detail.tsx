import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { toPanelState } from '../../device/query-panel.ts';
import { PanelBody } from '../../ui/panel.tsx';
import { CollectorFacts } from './collector-facts.tsx';
import styles from './collectors.module.css';
import { FailuresTable } from './failures-table.tsx';
import { FindingsList } from './findings-list.tsx';
import { collectorQuery } from './queries.ts';
import { StaleNote } from './stale-note.tsx';

/** What the newest status of a collector says. */
export function CollectorDetail({ collectorId, now }: { collectorId: string; now: Date }) {
  const t = useTranslations('reporting');
  const query = useQuery(collectorQuery(collectorId));
  const detail = query.data;
  const status = detail?.collector.status;
  return (
    <PanelBody state={toPanelState(query, 3)}>
      <StaleNote query={query} />
      {detail === undefined || status === undefined ? null : status === null ? (
        <p>{t('noStatus')}</p>
      ) : (
        <>
          <CollectorFacts status={status} now={now} />
          <div className={styles.lists}>
            <section>
              <h3>{t('failures')}</h3>
              <FailuresTable failures={detail.failures} total={status.failures} now={now} />
            </section>
            <section>
              <h3>{t('findings')}</h3>
              <FindingsList findings={detail.findings} now={now} />
            </section>
          </div>
        </>
      )}
    </PanelBody>
  );
}
