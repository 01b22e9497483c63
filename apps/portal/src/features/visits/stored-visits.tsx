import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import type { StoredPack } from '../../offline/open-stores.ts';
import { listStoredPacks } from '../../offline/packs.ts';
import { logError } from '../../platform/log.ts';
import { Link } from '../../ui/link.tsx';
import { PanelBody } from '../../ui/panel.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import styles from './today.module.css';

/** Without a connection: visits whose packs are on this device, each with the time of its pack (VP-22). */
export function StoredVisits() {
  const t = useTranslations('visits');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const [stored, setStored] = useState<readonly StoredPack[]>();
  useEffect(() => {
    listStoredPacks()
      .then(setStored)
      .catch((thrown: unknown) => {
        logError('the stored packs could not be read', thrown);
        setStored([]);
      });
  }, []);
  const newest = Math.max(0, ...(stored ?? []).map(({ storedAt }) => storedAt));
  return (
    <>
      <p className={styles.offline}>
        <output>
          {newest === 0 ? t('offline.noConnection') : t('offline.asOf', { time: dates.moment(new Date(newest), now) })}
        </output>
      </p>
      <PanelBody state={stored === undefined ? { kind: 'loading', rows: 4 } : { kind: 'data' }}>
        {stored?.length === 0 ? <p className={styles.nothing}>{t('offline.nothing')}</p> : null}
        <ul className={styles.big}>
          {(stored ?? []).map(({ visitId, storedAt, pack }) => (
            <li key={visitId}>
              <span className={styles.when}>
                {pack.plannedDay === null
                  ? '-'
                  : format.dateTime(toDate(pack.plannedDay), { weekday: 'short', day: '2-digit', month: '2-digit' })}
                <small>{pack.hours?.from ?? t('row.noHours')}</small>
              </span>
              <span className={styles.what}>
                <Link to="/visits/$visitId/pack" params={{ visitId }} search={{}}>
                  <b>{pack.customerName ?? t('row.unknownCustomer')}</b>
                </Link>
                <span className="quiet">{pack.place}</span>
                <span className={styles.details}>
                  {t('row.devices', { count: pack.devices.length })}
                  <span className="quiet">{t('row.stored', { time: dates.moment(new Date(storedAt), now) })}</span>
                </span>
              </span>
              <Link className={styles.record} to="/visits/$visitId/record" params={{ visitId }}>
                {t('row.record')}
              </Link>
            </li>
          ))}
        </ul>
      </PanelBody>
    </>
  );
}
