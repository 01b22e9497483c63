import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { type MeterWords, useMeterWords } from '../../device/use-meter-words.ts';
import { reportThrown } from '../../platform/errors.ts';
import { later } from '../../ui/later.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { CloseHead } from './close-head.tsx';
import styles from './close-page.module.css';
import type { Rights } from './close-rights.ts';
import { CustomersPanel } from './customers-panel.tsx';
import { LatePanel } from './late-panel.tsx';
import { LineList } from './line-list.tsx';
import shared from './meters.module.css';
import { type CloseDetail, closesKey, meterQueries } from './queries.ts';

const Exports = later(async () => (await import('./exports-panel.tsx')).ExportsPanel);

/** One close: what stops it, its lines, use by customer, and the files that were made of it. */
export function ClosePage({ closeId, rights }: { readonly closeId: string; readonly rights: Rights }) {
  const t = useTranslations('meters');
  const query = useQuery(meterQueries.close(closeId));
  const words = useMeterWords(query.data?.close.period.zone ?? 'UTC');
  const detail = query.data;
  useFreshLines(closeId, detail?.close.asOf);
  if (detail === undefined)
    return (
      <section className={shared.frame} aria-label={t('title')}>
        <PanelBody state={toPanelState(query, 12)} />
      </section>
    );
  const { close } = detail;
  const isWritten = close.state === 'closed' || close.state === 'exported';
  return (
    <div className={styles.one}>
      <CloseHead close={close} words={words} rights={rights} />
      <section className={shared.frame} aria-label={close.name}>
        <Bar detail={detail} words={words} />
        <LineList close={close} words={words} rights={rights} />
      </section>
      <PanelGrid>
        <CustomersPanel detail={detail} words={words} />
        {isWritten ? <Exports close={close} words={words} rights={rights} /> : null}
        {isWritten ? <LatePanel closeId={closeId} words={words} /> : null}
      </PanelGrid>
    </div>
  );
}

/** Reading a close works out what came since: then its lines and the list of closes are read again. */
function useFreshLines(closeId: string, asOf: string | null | undefined): void {
  const client = useQueryClient();
  const known = useRef(asOf);
  useEffect(() => {
    const isFirst = known.current === undefined;
    if (known.current === asOf) return;
    known.current = asOf;
    if (isFirst) return;
    for (const queryKey of [[closesKey, 'lines', closeId], meterQueries.list.queryKey])
      client.invalidateQueries({ queryKey }).catch(reportThrown);
  }, [client, closeId, asOf]);
}

/** Lines by state as one bar, with the use so far by meter. */
function Bar({ detail: { close, totals }, words }: { readonly detail: CloseDetail; readonly words: MeterWords }) {
  const t = useTranslations('meters.bar');
  const sums = useTranslations('meters.totals');
  const stopping = Math.max(0, close.lines - close.good - close.warns - close.leftOut);
  const parts = [
    { key: 'stop', count: stopping },
    { key: 'warn', count: close.warns },
    { key: 'leftOut', count: close.leftOut },
    { key: 'good', count: close.good },
  ] as const;
  const missing = totals.reduce((sum, one) => sum + one.missing, 0);
  return (
    <div className={styles.bar}>
      <div className={styles.parts} aria-hidden="true">
        {parts.map(({ key, count }) =>
          count === 0 ? null : <i key={key} data-part={key} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className={styles.counts} aria-label={t('label')}>
        {parts.map(({ key, count }) =>
          count === 0 && key !== 'good' ? null : (
            <li key={key} data-part={key}>
              {t(key, { count })}
            </li>
          ),
        )}
      </ul>
      <p className={styles.sums}>
        {close.state === 'open' || close.state === 'ready' ? <span className="quiet">{sums('soFar')}</span> : null}
        {totals.map(({ meter, billed }) => (
          <span key={meter}>{sums('sum', { meter: words.meter(meter), value: words.number(billed) })}</span>
        ))}
        {missing > 0 ? <span className="quiet">{sums('missing', { count: missing })}</span> : null}
      </p>
    </div>
  );
}
