import type { AreaTexts } from '@platen/catalogue/texts/types';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { useIsOnline } from '../offline/connection.ts';
import { areasOf } from '../platform/areas.ts';
import { environment } from '../platform/environment.ts';
import { lazyTexts } from '../platform/load-once.ts';
import { saveStartArea } from '../session/own-settings.ts';
import { readStartArea, writeStartArea } from '../session/session-areas.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { Link, TabStrip } from '../ui/link.tsx';
import styles from './area-strip.module.css';

const loadTexts = lazyTexts<AreaTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/areas-ja-jp') : import('@platen/catalogue/texts/areas-en-us'),
);

/** The strip with its texts there; rejects when they do not come. */
export async function loadAreaStrip() {
  await loadTexts(environment().locale);
  return AreaStrip;
}

/** The strip of areas below the header of the list screens. A user with the devices alone gets none. */
function AreaStrip() {
  return (
    <AddedTexts load={loadTexts}>
      <Areas />
    </AddedTexts>
  );
}

function Areas() {
  const t = useTranslations('areas');
  const me = useQuery(meQuery).data;
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const [start, setStart] = useState(readStartArea);
  const isOnline = useIsOnline();
  const mayHaveVisits = me === undefined || can(me, 'recordVisits');
  const notice = isOnline || path?.startsWith('/visits') === true ? null : <NoConnection hasVisits={mayHaveVisits} />;
  // Its room is there from the start, so that nothing below moves.
  if (me === undefined) return notice ?? <div className={styles.room} />;
  const known = areasOf(me);
  if (known.length < 2) return notice;
  // '/rules/{id}' is of the area '/rules'.
  const shown = known.find((area) => path === area.path || path?.startsWith(`${area.path}/`) === true);
  const isStart = shown !== undefined && start === shown.path;
  const strip = (
    <TabStrip className={styles.strip} aria-label={t('label')}>
      {known.map((area) => (
        <Link key={area.name} to={area.path} className={styles.area} aria-current={area === shown ? 'page' : undefined}>
          {t(area.name)}
        </Link>
      ))}
      {shown === undefined ? null : (
        <button
          type="button"
          className={styles.start}
          title={t('startHint')}
          aria-pressed={isStart}
          onClick={() => {
            writeStartArea(shown.path);
            saveStartArea(shown.name);
            setStart(shown.path);
          }}
        >
          {t(isStart ? 'startsHere' : 'startHere')}
        </button>
      )}
    </TabStrip>
  );
  return (
    <>
      {strip}
      {notice}
    </>
  );
}

/** This area needs a connection; the visits that are stored on this device do not (VP-22). */
function NoConnection({ hasVisits }: { readonly hasVisits: boolean }) {
  const t = useTranslations('areas');
  return (
    <p className={styles.offline}>
      <output>{t('needsConnection')}</output> {hasVisits ? <Link to="/visits">{t('storedVisits')}</Link> : null}
    </p>
  );
}
