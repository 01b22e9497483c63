import type { VisitRecordTexts } from '@platen/catalogue/texts/types';
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useStoredRecords } from '../../offline/use-stored-records.ts';
import { lazyTexts } from '../../platform/load-once.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { DeviceRecordView } from './device-record-view.tsx';
import { draftsQuery, recordedQuery } from './queries.ts';
import styles from './record.module.css';
import { newestOf, type StandOfDevice, standOf } from './stand.ts';
import type { RecordedVisit } from './to-subject.ts';

export const loadTexts = lazyTexts<VisitRecordTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/visit-record-ja-jp')
    : import('@platen/catalogue/texts/visit-record-en-us'),
);

/** '/visits/{id}/record': the record of each device of a visit (VR-01), to write and to read. */
export function VisitRecordScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={10}>
      <Visited />
    </ScreenWithTexts>
  );
}

function Visited() {
  const t = useTranslations('visitRecord');
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '';
  const visitId = /\/visits\/([^/]+)\/record/i.exec(path)?.[1] ?? '';
  const query = useQuery(recordedQuery(visitId));
  const drafts = useQuery(draftsQuery(visitId));
  const records = useStoredRecords();
  // What is stored on this device is read in moments, and the form opens with it.
  if (query.data !== undefined && drafts.data !== undefined && records !== undefined)
    return <Devices key={visitId} recorded={query.data} stands={toStands(query.data, records)} drafts={drafts.data} />;
  return (
    <div className="page" aria-label={t('loading')}>
      <PanelBody state={toPanelState(query.data === undefined ? query : { ...query, data: undefined }, 10)} />
    </div>
  );
}

const toStands = (
  { visitId, devices }: RecordedVisit,
  records: Parameters<typeof newestOf>[0],
): readonly StandOfDevice[] =>
  devices.map(({ subject, known }) => standOf(known, newestOf(records, visitId, subject.deviceId)));

function Devices({
  recorded,
  stands,
  drafts,
}: {
  readonly recorded: RecordedVisit;
  readonly stands: readonly StandOfDevice[];
  readonly drafts: Parameters<typeof DeviceRecordView>[0]['drafts'];
}) {
  const t = useTranslations('visitRecord');
  const { devices } = recorded;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      stands.findIndex(({ state }) => state === 'open'),
    ),
  );
  const device = devices[at];
  const stand = stands[at];
  const next = stands.findIndex(({ state }, n) => n !== at && state === 'open');
  const show = (n: number) => {
    setAt(n);
    window.scrollTo({ top: 0 });
  };
  return (
    <div className={styles.screen}>
      <Head recorded={recorded} />
      {devices.length < 2 ? null : (
        <nav className={styles.devices} aria-label={t('devices')}>
          {devices.map(({ subject }, n) => (
            <Button
              key={subject.deviceId}
              variant={n === at ? 'primary' : 'default'}
              aria-current={n === at ? 'true' : undefined}
              onClick={() => show(n)}
            >
              {t('device', { index: n + 1, count: devices.length })} <span className="code">{subject.serial}</span>{' '}
              {subject.description} · {t(`stands.${stands[n]?.state ?? 'open'}`)}
            </Button>
          ))}
        </nav>
      )}
      {device === undefined || stand === undefined ? null : (
        <DeviceRecordView
          key={device.subject.deviceId}
          recorded={recorded}
          device={device}
          stand={stand}
          drafts={drafts}
          onNext={next < 0 ? null : () => show(next)}
        />
      )}
    </div>
  );
}

/** Customer, pack and visit; without a connection the bar that says so (VP-22). */
function Head({
  recorded: { visitId, customer, place, packAt, storedAt, visit },
}: {
  readonly recorded: RecordedVisit;
}) {
  const t = useTranslations('visitRecord');
  const dates = useDates();
  const now = useMinute();
  return (
    <>
      {storedAt === null ? null : (
        <p className={styles.offline}>
          <output>
            <b>{t('noConnection', { at: dates.moment(storedAt, now) })}</b> <span>{t('onThisDevice')}</span>
          </output>
        </p>
      )}
      <div className={styles.head}>
        <dl>
          <div>
            <dt>{t('customerAndPlace')}</dt>
            <dd>{[customer, place].filter((one) => one !== null).join(', ') || t('customerUnknown')}</dd>
          </div>
          {packAt === null ? null : (
            <div>
              <dt>{t('packUsed')}</dt>
              <dd>
                <Link to="/visits/$visitId/pack" params={{ visitId }} search={{}}>
                  {dates.moment(new Date(packAt), now)}
                </Link>
              </dd>
            </div>
          )}
          {visit === null ? null : (
            <div>
              <dt>{t('visit')}</dt>
              <dd>
                <Link to="/visits/$visitId" params={{ visitId }}>
                  {t(`visitStates.${visit.state}`)}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </>
  );
}
