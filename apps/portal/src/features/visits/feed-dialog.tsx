import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { logError } from '../../platform/log.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { sendFeed, sendRevoke, visitQueries } from './queries.ts';
import styles from './visits.module.css';

/** The calendar feed of the user (VP-05): its address is shown once, when it is made. */
export function FeedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('visits');
  const dates = useDates();
  const client = useQueryClient();
  const query = useQuery(visitQueries.feed);
  const [url, setUrl] = useState<string>();
  const [isCopied, setIsCopied] = useState(false);
  const onSuccess = (data: { madeAt: string | null; usedAt: string | null }) =>
    client.setQueryData(visitQueries.feed.queryKey, { madeAt: data.madeAt, usedAt: data.usedAt });
  const make = useMutation({
    mutationFn: sendFeed,
    onSuccess: (data) => {
      onSuccess(data);
      setUrl(data.url);
    },
  });
  const revoke = useMutation({
    mutationFn: sendRevoke,
    onSuccess: (data) => {
      onSuccess(data);
      setUrl(undefined);
    },
  });
  const copy = () => {
    navigator.clipboard
      .writeText(url ?? '')
      .then(() => setIsCopied(true))
      .catch((thrown: unknown) => logError('the address could not be copied', thrown));
  };
  const { madeAt = null, usedAt = null } = query.data ?? {};
  return (
    <Dialog
      title={t('feed.title')}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          {madeAt === null ? null : (
            <Button busy={revoke.isPending} onClick={() => revoke.mutate()}>
              {t('feed.revoke')}
            </Button>
          )}
          <Button variant="primary" busy={make.isPending} onClick={() => make.mutate()}>
            {t(madeAt === null ? 'feed.make' : 'feed.again')}
          </Button>
        </>
      }
    >
      <PanelBody state={toPanelState(query, 2)}>
        <div className={styles.feed}>
          <p>{t('feed.about')}</p>
          <p>
            {madeAt === null ? t('feed.none') : t('feed.since', { time: dates.dateTime(new Date(madeAt)) })}{' '}
            {usedAt === null ? null : t('feed.used', { time: dates.dateTime(new Date(usedAt)) })}
          </p>
          {url === undefined ? null : (
            <>
              <TextField
                label={t('feed.address')}
                readOnly
                value={url}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Button onClick={copy}>{t(isCopied ? 'feed.copied' : 'feed.copy')}</Button>
              <p>{t('feed.secret')}</p>
            </>
          )}
          <p role="alert">{make.isError || revoke.isError ? t('page.failed') : ''}</p>
        </div>
      </PanelBody>
    </Dialog>
  );
}
