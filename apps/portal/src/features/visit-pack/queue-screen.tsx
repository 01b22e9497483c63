import { mostStoredPacks } from '@platen/contract/visit-pack-names';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useIsOnline } from '../../offline/connection.ts';
import type { StoredPack, StoredRecord } from '../../offline/open-stores.ts';
import { listStoredPacks } from '../../offline/packs.ts';
import { discardRecord, sendRecords } from '../../offline/records.ts';
import { useStoredRecords } from '../../offline/use-stored-records.ts';
import { logError } from '../../platform/log.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ButtonLink, Link } from '../../ui/link.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { loadTexts } from './load-texts.ts';
import styles from './queue.module.css';

export { loadTexts };

/**
 * '/visits/records': what waits to be sent, what was refused and sent, and the packs on this device
 * (VP-23).
 */
export function QueueScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={6}>
      <Queue />
    </ScreenWithTexts>
  );
}

/** The user's packs on this device; undefined while they are read. A sent record may take one away. */
function useStoredPacks(records: readonly StoredRecord[] | undefined): readonly StoredPack[] | undefined {
  const [packs, setPacks] = useState<readonly StoredPack[]>();
  useEffect(() => {
    let isOver = false;
    if (records !== undefined)
      listStoredPacks()
        .then((found) => isOver || setPacks(found))
        .catch((thrown: unknown) => logError('the packs on this device could not be read', thrown));
    return () => {
      isOver = true;
    };
  }, [records]);
  return packs;
}

function send(): void {
  sendRecords().catch((thrown: unknown) => logError('what waits could not be sent', thrown));
}

function Queue() {
  const t = useTranslations('visitPack');
  const stored = useStoredRecords();
  const packs = useStoredPacks(stored);
  const isOnline = useIsOnline();
  const [dropped, setDropped] = useState<StoredRecord>();
  const records = stored ?? [];
  const waiting = records.filter(({ state }) => state === 'waiting');
  const refused = records.filter(({ state }) => state === 'refused');
  const sent = records.filter(({ state }) => state === 'sent');
  return (
    <div className={styles.queue} aria-busy={packs === undefined}>
      {isOnline ? null : (
        <p className={styles.bar}>
          <output>{t('offline.noConnection')}</output>
        </p>
      )}
      <section aria-label={t('queue.waiting')}>
        <h2>
          {t('queue.waiting')}{' '}
          <small>{waiting.length === 0 ? t('queue.none') : t('queue.waits', { count: waiting.length })}</small>
        </h2>
        <ul>
          {waiting.map((record) => (
            <RecordLine key={record.key} record={record}>
              <Button onClick={send}>{t('queue.sendNow')}</Button>
              <RecordLink record={record} label={t('queue.open')} />
              <Button variant="quiet" onClick={() => setDropped(record)}>
                {t('queue.drop')}
              </Button>
            </RecordLine>
          ))}
        </ul>
      </section>
      {refused.length === 0 ? null : (
        <section aria-label={t('queue.refused')}>
          <h2>
            {t('queue.refused')} <small>{t('queue.toMend', { count: refused.length })}</small>
          </h2>
          <ul>
            {refused.map((record) => (
              <RecordLine key={record.key} record={record}>
                <RecordLink record={record} label={t('queue.mend')} variant="primary" />
                <Button variant="quiet" onClick={() => setDropped(record)}>
                  {t('queue.drop')}
                </Button>
              </RecordLine>
            ))}
          </ul>
        </section>
      )}
      {sent.length === 0 ? null : (
        <section aria-label={t('queue.sent')}>
          <h2>
            {t('queue.sent')} <small>{t('queue.sentCount', { count: sent.length })}</small>
          </h2>
          <ul>
            {sent.map((record) => (
              <RecordLine key={record.key} record={record} />
            ))}
          </ul>
        </section>
      )}
      <Packs packs={packs ?? []} />
      <footer className={styles.thumb}>
        <ButtonLink to="/visits">{t('queue.today')}</ButtonLink>
        <Button variant="primary" disabled={waiting.length === 0} onClick={send}>
          {t('queue.sendAll')}
        </Button>
      </footer>
      {dropped === undefined ? null : (
        <Dialog
          title={t('queue.drop')}
          size="narrow"
          onClose={() => setDropped(undefined)}
          footer={
            <>
              <Button onClick={() => setDropped(undefined)}>{t('queue.cancel')}</Button>
              <Button
                variant="primary"
                onClick={() => {
                  discardRecord(dropped.key).catch((thrown: unknown) => logError('not discarded', thrown));
                  setDropped(undefined);
                }}
              >
                {t('queue.drop')}
              </Button>
            </>
          }
        >
          <p>{t('queue.dropAsk')}</p>
        </Dialog>
      )}
    </div>
  );
}

/** Opens the form with the record, in which it is changed. */
function RecordLink({
  record: { visitId },
  label,
  variant = 'default',
}: {
  readonly record: StoredRecord;
  readonly label: string;
  readonly variant?: 'default' | 'primary';
}) {
  return (
    <ButtonLink variant={variant} to="/visits/$visitId/record" params={{ visitId }}>
      {label}
    </ButtonLink>
  );
}

interface RecordLineProps {
  readonly record: StoredRecord;
  readonly children?: React.ReactNode;
}

function RecordLine({ record, children }: RecordLineProps) {
  const t = useTranslations('visitPack.queue');
  const dates = useDates();
  const now = useMinute();
  const at = (ms: number) => dates.moment(new Date(ms), now);
  const { state, refusal } = record;
  const sentText = () => (record.isOnOlderPlan ? t('older') : t('sentAt', { at: at(record.sentAt ?? record.savedAt) }));
  const word = state === 'waiting' ? t('waitsShort') : state === 'refused' ? t('refusedShort') : sentText();
  return (
    <li data-state={record.isOnOlderPlan ? 'older' : state}>
      <b>{record.label}</b> <span className={styles.state}>{word}</span>
      <span className="quiet">
        {t('saved', { customer: record.customer ?? '-', at: at(record.savedAt) })}
        {record.triedAt === null || state === 'sent' ? '' : `, ${t('tried', { at: at(record.triedAt) })}`}
      </span>
      {refusal === null ? null : (
        <p role="note">
          <b>
            {refusal.code} {refusal.detail}
          </b>{' '}
          {t('staysHere')}
        </p>
      )}
      {children === undefined ? null : <div className={styles.actions}>{children}</div>}
    </li>
  );
}

function Packs({ packs }: { readonly packs: readonly StoredPack[] }) {
  const t = useTranslations('visitPack.queue');
  const dates = useDates();
  const now = useMinute();
  const format = useFormatter();
  const bytes = packs.reduce((sum, { pack }) => sum + new Blob([JSON.stringify(pack)]).size, 0);
  const kilobytes = format.number(bytes / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  return (
    <section aria-label={t('packs')}>
      <h2>
        {t('packs')} <small>{t('packCount', { count: packs.length, most: mostStoredPacks, kilobytes })}</small>
      </h2>
      {packs.length === 0 ? <p className="quiet">{t('noPacks')}</p> : <p className="quiet">{t('packNote')}</p>}
      {/* Safari forgets what sites store after 7 days without use, installed ones excepted. */}
      {!isInstalled && /^((?!chrom|android).)*safari/i.test(navigator.userAgent) ? <p>{t('install')}</p> : null}
      <ul>
        {packs.map(({ visitId, storedAt, pack }) => (
          <li key={visitId}>
            <Link to="/visits/$visitId/pack" params={{ visitId }} search={{}}>
              <b>{[pack.customerName, pack.place].filter((one) => one !== null).join(', ')}</b>
            </Link>
            <span className={styles.state}>{t('storedAt', { at: dates.moment(new Date(storedAt), now) })}</span>
            <span className="quiet">
              {pack.plannedDay === null ? '' : dates.date(new Date(`${pack.plannedDay}T12:00:00`))}{' '}
              {pack.devices.map(({ serial }) => serial).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
