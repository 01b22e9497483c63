import type { CollectorDetail, CollectorItem } from '@platen/contract/collectors';
import type { CollectorSettings } from '@platen/contract/remote-settings';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Panel, toPanelState } from '../../../../ui/panel.tsx';
import { useDates } from '../../../../ui/use-dates.ts';
import frame from '../collectors.module.css';
import { toCustomer } from '../model.ts';
import { memberQuery } from '../queries.ts';
import { CommandsTable } from './commands-panel.tsx';
import { EntriesTable } from './entries-table.tsx';
import { commandsQuery, settingsQuery } from './queries.ts';
import styles from './remote.module.css';
import { SwitchedOff } from './switched-off.tsx';

/** One page for the customer's IT to read and print (CF-32): what this collector does, and what it may do. */
export function SecurityPage({ id }: { readonly id: string }) {
  const t = useTranslations('collectorRemote.security');
  const member = useQuery(memberQuery(id));
  const settings = useQuery(settingsQuery(id));
  const { collector, rounds = [] } = member.data ?? {};
  return (
    <>
      <p className={frame.back} data-print="none">
        <Link to="/administration/$section" params={{ section: 'collectors' }} search={{ collector: id }}>
          {t('back')}
        </Link>
      </p>
      {collector === undefined || settings.data === undefined ? (
        <Panel
          title={t('link')}
          className={frame.panel}
          state={toPanelState(collector === undefined ? member : settings, 8)}
        />
      ) : (
        <Panel
          title={t('title', { name: collector.name })}
          className={`${frame.panel} ${styles.paper}`}
          aside={<Button onClick={() => globalThis.print()}>{t('print')}</Button>}
        >
          <Sheet id={id} collector={collector} rounds={rounds} settings={settings.data} />
        </Panel>
      )}
    </>
  );
}

interface SheetProps {
  readonly id: string;
  readonly collector: CollectorItem;
  readonly rounds: CollectorDetail['rounds'];
  readonly settings: CollectorSettings;
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Sheet({ id, collector, rounds, settings }: SheetProps) {
  const t = useTranslations('collectorRemote');
  const { dateTime } = useDates();
  const query = useQuery(commandsQuery(id));
  const { remote, effective } = settings;
  const { enrolment, status, version } = collector;
  const round = status?.round ?? null;
  const level = remote?.level ?? 'off';
  const commands = remote?.commands ?? [];
  const searched =
    effective?.entries.filter(({ key }) => key === 'targets' || key === 'exclude' || key === 'mdns') ?? [];
  const facts = [
    ['collector', [collector.name, toCustomer(collector), enrolment?.site].filter(Boolean).join(', ')],
    ['machine', [enrolment?.host ?? status?.host, enrolment?.system].filter(Boolean).join(', ')],
    ['program', version],
    ['fingerprint', enrolment?.fingerprint],
    ['sealing', effective?.sealingFingerprint],
  ] as const;
  const hidden = <p>{t(effective === null && level !== 'off' ? 'settings.notYet' : 'security.hidden')}</p>;
  return (
    <div className={styles.sheet}>
      <p className="quiet">
        {t('security.asOf', { time: dateTime(new Date(status?.receivedAt ?? collector.createdAt)) })}
      </p>
      <Part title={t('security.who')}>
        <dl className={styles.who}>
          {facts.map(([name, text]) =>
            (text ?? '') === '' ? null : (
              <div key={name}>
                <dt>{t(`security.${name}`)}</dt>
                <dd>{text}</dd>
              </div>
            ),
          )}
        </dl>
      </Part>
      <Part title={t('security.reads')}>
        <p>{t('security.readKinds')}</p>
        <p>{t('security.how')}</p>
      </Part>
      <Part title={t('security.sends')}>
        <p>
          {t('security.sendsText', {
            server: effective?.server ?? location.origin,
            proxy: effective?.proxy ?? 'none',
          })}
        </p>
      </Part>
      <Part title={t('security.addresses')}>{effective === null ? hidden : <EntriesTable entries={searched} />}</Part>
      <Part title={t('security.rounds')}>
        <p>
          {round === null
            ? t('security.noRound')
            : t('security.roundText', { ...round, time: dateTime(new Date(round.endedAt)) })}
        </p>
        {rounds.length === 0 ? null : (
          <ul className={styles.rounds}>
            {rounds.map(({ endedAt, printers, unread }) => (
              <li key={endedAt}>{t('security.roundLine', { time: dateTime(new Date(endedAt)), printers, unread })}</li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t('security.settings')}>
        {effective === null ? (
          hidden
        ) : (
          <EntriesTable entries={effective.entries.filter((entry) => !searched.includes(entry))} />
        )}
      </Part>
      <Part title={t('security.remote')}>
        <p>{t(`security.remoteText.${level}`)}</p>
        <SwitchedOff off={settings.remoteOff} />
        {effective === null || level !== 'manage' ? null : (
          <p>
            {t('settings.allowed', {
              count: effective.allows.addresses,
              anywhere: String(effective.allows.anywhere),
            })}
          </p>
        )}
        <p>
          {commands.length === 0 ? t('security.noCommands') : t('security.commandsText', { list: commands.join(', ') })}
        </p>
      </Part>
      <Part title={t('security.asked')}>
        <CommandsTable commands={query.data ?? []} />
      </Part>
      <Part title={t('security.updates')}>
        <p>{t('security.updatesText')}</p>
      </Part>
    </div>
  );
}
