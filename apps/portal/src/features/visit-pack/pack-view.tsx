import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { useIsOnline } from '../../offline/connection.ts';
import type { ShownPack } from '../../offline/read-pack.ts';
import { toOuterPath } from '../../platform/address.ts';
import { environment } from '../../platform/environment.ts';
import { logError } from '../../platform/log.ts';
import { Button, Icon } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ButtonLink, Link } from '../../ui/link.tsx';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import frameStyles from './frame.module.css';
import styles from './pack.module.css';
import { PackPage } from './pack-page.tsx';
import { refreshPack } from './queries.ts';

/** A pack: head, devices, the page of one of them; on paper the pages of all. */
export function PackView({ shown }: { readonly shown: ShownPack }) {
  const t = useTranslations('visitPack');
  const { pack, storedAt } = shown;
  const search: { readonly at?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const count = pack.devices.length;
  usePortrait();
  const at = Math.min(Math.max(1, Number(search.at ?? 1) || 1), Math.max(1, count));
  const go = (to: number) => {
    navigate({ to: '/visits/$visitId/pack', params: { visitId: pack.visitId }, search: { at: String(to) } }).catch(
      (thrown: unknown) => logError('a device of the pack could not be opened', thrown),
    );
  };
  const address = `${window.location.origin}${toOuterPath(environment().brand, `/visits/${pack.visitId}/pack`)}`;
  return (
    <div className={styles.pack}>
      <ConnectionBar storedAt={storedAt} />
      <Head shown={shown} />
      {count > 1 || pack.hidden > 0 ? (
        <nav className={frameStyles.devices} aria-label={t('devices')}>
          {pack.devices.map((device, index) => (
            <Link
              key={device.deviceId}
              to="/visits/$visitId/pack"
              params={{ visitId: pack.visitId }}
              search={{ at: String(index + 1) }}
              aria-current={index + 1 === at ? 'page' : undefined}
            >
              {index + 1} <span className="code">{device.serial}</span> {device.description}
            </Link>
          ))}
          {pack.hidden > 0 ? <span className="quiet">{t('hidden', { count: pack.hidden })}</span> : null}
        </nav>
      ) : null}
      {pack.devices.map((device, index) => (
        <div key={device.deviceId} className={classNames(frameStyles.sheet, index + 1 !== at && frameStyles.other)}>
          <PackPage pack={pack} device={device} at={index + 1} address={address} isShown={index + 1 === at} />
        </div>
      ))}
      <footer className={frameStyles.thumb} data-print="none">
        <Button aria-label={t('former')} disabled={at <= 1} onClick={() => go(at - 1)}>
          ‹
        </Button>
        <span>{t('device', { at, count })}</span>
        <RecordLink shown={shown} />
        <Button aria-label={t('next')} disabled={at >= count} onClick={() => go(at + 1)}>
          ›
        </Button>
      </footer>
    </div>
  );
}

/** A pack is printed upright, unlike the other screens, whose sheets lie on their side. */
function usePortrait(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@page { size: portrait !important; margin: 8mm 10mm !important; }');
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
}

/** 'No connection' with the time from which the shown pack is (VP-22): no error. */
function ConnectionBar({ storedAt }: { readonly storedAt: Date | null }) {
  const t = useTranslations('visitPack.offline');
  const dates = useDates();
  const now = useMinute();
  const isOnline = useIsOnline();
  if (storedAt === null && isOnline) return null;
  return (
    <p className={frameStyles.bar}>
      <output>
        <b>{storedAt === null ? t('noConnection') : t('bar', { at: dates.moment(storedAt, now) })}</b>{' '}
        {storedAt === null ? null : <span>{t('onDevice')}</span>}
      </output>
    </p>
  );
}

/** To the record of the visit, while it can be recorded. */
function RecordLink({ shown: { pack } }: { readonly shown: ShownPack }) {
  const t = useTranslations('visitPack');
  if (pack.isFrozen || (pack.state !== 'planned' && pack.state !== 'underWay')) return null;
  return (
    <ButtonLink variant="primary" to="/visits/$visitId/record" params={{ visitId: pack.visitId }}>
      {t('record')}
    </ButtonLink>
  );
}

function Head({ shown }: { readonly shown: ShownPack }) {
  const { pack, storedAt } = shown;
  const t = useTranslations('visitPack');
  const client = useQueryClient();
  const dates = useDates();
  const ages = useAgeText();
  const now = useMinute();
  const [isBusy, setBusy] = useState(false);
  const reported = new Date(Math.max(...pack.devices.map(({ reportedAt }) => Date.parse(reportedAt))));
  const made = new Date(pack.madeAt);
  const hours = pack.hours === null ? '' : ` ${pack.hours.from}${pack.hours.to === null ? '' : `–${pack.hours.to}`}`;
  const refresh = () => {
    setBusy(true);
    refreshPack(client, pack.visitId)
      .catch((thrown: unknown) => logError('the pack could not be refreshed', thrown))
      .finally(() => setBusy(false));
  };
  return (
    <div className={frameStyles.head}>
      <dl>
        <div>
          <dt>{t('customerAndPlace')}</dt>
          <dd>{[pack.customerName ?? pack.customerNumber, pack.place].filter((one) => one !== null).join(', ')}</dd>
        </div>
        <div>
          <dt>{t('visit')}</dt>
          <dd>
            {pack.plannedDay === null ? t('noDay') : dates.date(toDate(pack.plannedDay))}
            {hours} <span className="quiet">{pack.assignee?.name ?? t('noAssignee')}</span>
          </dd>
        </div>
        {pack.devices.length === 0 ? null : (
          <div>
            <dt>{t('newestReport')}</dt>
            <dd>
              {dates.moment(reported, now)} <span className="quiet">{ages.ago(reported, now)}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('made')}</dt>
          <dd>
            {dates.moment(made, now)}{' '}
            {pack.storedAt === null ? null : (
              <span className="quiet">{t('storedSince', { at: dates.moment(new Date(pack.storedAt), now) })}</span>
            )}
          </dd>
        </div>
      </dl>
      <div className={frameStyles.actions} data-print="none">
        {pack.fresh !== null && pack.fresh.keys.length > 0 ? (
          <span className={frameStyles.freshNote}>
            {t('sinceBefore', { at: dates.moment(new Date(pack.fresh.since), now) })}
          </span>
        ) : null}
        {pack.isFrozen ? <span className="quiet">{t('frozen')}</span> : null}
        {pack.isFrozen ? null : (
          <Button busy={isBusy} disabled={storedAt !== null && !navigator.onLine} onClick={refresh}>
            <Icon name="refresh" />
            {t('refresh')}
          </Button>
        )}
        <RecordLink shown={shown} />
        <Button onClick={printPack}>{t('print')}</Button>
        <ButtonLink variant="default" to="/visits/records">
          {t('queue.title')}
        </ButtonLink>
      </div>
    </div>
  );
}

function printPack(): void {
  import('../../print/print-when-ready.ts')
    .then(({ printWhenReady }) => printWhenReady())
    .catch((thrown: unknown) => logError('the pack could not be printed', thrown));
}
