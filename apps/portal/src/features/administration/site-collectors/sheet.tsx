import type { SiteCollectorSheet } from '@platen/contract/site-collectors';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Panel, toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { EntriesTable } from '../collectors/remote/entries-table.tsx';
import { ActionsPanel } from './actions-panel.tsx';
import { sheetQuery } from './queries.ts';
import { RemotePanel } from './remote-panel.tsx';
import { ReportingMark } from './reporting-mark.tsx';
import styles from './site-collectors.module.css';

/** One collector as its customer sees it (CF-32, OA-62). */
export function Sheet({ id }: { readonly id: string }) {
  const t = useTranslations('siteCollectors');
  const query = useQuery(sheetQuery(id));
  return (
    <>
      <p className={styles.back} data-print="none">
        <Link to="/administration/$section" params={{ section: 'siteCollectors' }} search={{}}>
          {t('back')}
        </Link>
      </p>
      {query.data === undefined ? (
        <Panel title={t('caption')} className={styles.panel} state={toPanelState(query, 6)} />
      ) : (
        <Shown sheet={query.data} />
      )}
    </>
  );
}

function Shown({ sheet }: { readonly sheet: SiteCollectorSheet }) {
  const t = useTranslations('siteCollectors');
  const ofSecurity = useTranslations('collectorRemote.security');
  const { moment } = useDates();
  const now = useMinute();
  const { collector, settings, commands, actions, isShared } = sheet;
  const { name, organisation, state, lastContactAt } = collector;
  const facts = [
    ['heard', lastContactAt === null ? t('never') : moment(new Date(lastContactAt), now)],
    ['organisation', organisation],
    ['machine', sheet.host],
    ['program', sheet.version],
  ] as const;
  return (
    <>
      <Panel
        title={name}
        className={styles.panel}
        aside={<Button onClick={() => globalThis.print()}>{t('print')}</Button>}
      >
        <p>
          <ReportingMark state={state} />
        </p>
        <dl className={styles.facts}>
          {facts.map(([fact, text]) =>
            text === null ? null : (
              <div key={fact}>
                <dt>{t(fact)}</dt>
                <dd>{text}</dd>
              </div>
            ),
          )}
        </dl>
      </Panel>
      <RemotePanel collector={collector} commands={commands} />
      <Panel title={t('reads')} className={styles.panel}>
        <p>{ofSecurity('readKinds')}</p>
        <p>{ofSecurity('how')}</p>
        <h3>{t('sends')}</h3>
        <p>
          {ofSecurity('sendsText', {
            server: settings?.server ?? location.origin,
            proxy: settings?.proxy ?? 'none',
          })}
        </p>
        <h3>{ofSecurity('updates')}</h3>
        <p>{ofSecurity('updatesText')}</p>
      </Panel>
      <Panel title={t('addresses')} className={styles.panel}>
        {isShared ? <p>{t('shared')}</p> : null}
        {settings === null ? (
          <p className="quiet">{t('settingsUnknown')}</p>
        ) : (
          <EntriesTable entries={settings.entries} hasSources={false} />
        )}
      </Panel>
      <Rounds rounds={sheet.rounds} />
      <ActionsPanel actions={actions} />
    </>
  );
}

function Rounds({ rounds }: Pick<SiteCollectorSheet, 'rounds'>) {
  const t = useTranslations('siteCollectors');
  const ofSecurity = useTranslations('collectorRemote.security');
  const { dateTime } = useDates();
  return (
    <Panel title={t('rounds')} className={styles.panel}>
      {rounds.length === 0 ? (
        <p className="quiet">{t('noRounds')}</p>
      ) : (
        <ul className={styles.rounds}>
          {rounds.map(({ endedAt, printers, unread }) => (
            <li key={endedAt}>{ofSecurity('roundLine', { time: dateTime(new Date(endedAt)), printers, unread })}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
