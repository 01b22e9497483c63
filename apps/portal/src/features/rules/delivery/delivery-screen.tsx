import type { Channel } from '@platen/contract/channels';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { type ChannelDialogState, ChannelDialogs } from '../../../delivery/channel-dialogs.tsx';
import { ChannelsTable } from '../../../delivery/channels-table.tsx';
import styles from '../../../delivery/delivery.module.css';
import { DeliveryLog } from '../../../delivery/delivery-log.tsx';
import { loadDeliveryTexts } from '../../../delivery/load-texts.ts';
import { deliveryQueries } from '../../../delivery/queries.ts';
import { ScreenWithTexts } from '../../../ui/added-texts.tsx';
import { Button, Icon } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { StatusShape } from '../../../ui/status-mark.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import { AreaFrame } from '../area-frame.tsx';
import rulesStyles from '../rules-list.module.css';
import { TicketSystems } from './ticket-systems.tsx';

/** '/rules/delivery': where messages go, what goes there, and what became of each (DE-20). */
export function DeliveryScreen() {
  return (
    <ScreenWithTexts load={loadDeliveryTexts} rows={8}>
      <Delivery />
    </ScreenWithTexts>
  );
}

const noChannels: readonly Channel[] = [];

function Delivery() {
  const t = useTranslations('delivery');
  const me = useQuery(meQuery).data;
  const query = useQuery(deliveryQueries.channels);
  const [dialog, setDialog] = useState<ChannelDialogState>();
  const channels = query.data?.channels ?? noChannels;
  const add = () => setDialog({ kind: 'edit' });
  useKeys({ c: add });
  return (
    <div className={`page ${rulesStyles.page}`}>
      <div className={rulesStyles.head}>
        {query.data === undefined ? null : <Figures channels={channels} />}
        <span className={rulesStyles.space} />
        <Button variant="primary" aria-keyshortcuts="c" onClick={add}>
          <Icon name="plus" />
          {t('head.add')}
          <kbd className={rulesStyles.key} aria-hidden="true">
            c
          </kbd>
        </Button>
      </div>
      <AreaFrame shown="delivery" count={query.data === undefined ? undefined : channels.length}>
        <div className={styles.section}>
          <h2>{t('channels.title')}</h2>
          <span>{t('channels.note')}</span>
        </div>
        <PanelBody state={toPanelState(query, 4)}>
          {channels.length === 0 ? (
            <div className={rulesStyles.empty}>
              <h2>{t('channels.empty')}</h2>
              <p>{t('channels.emptyHint')}</p>
            </div>
          ) : (
            <ChannelsTable
              channels={channels}
              fallbackId={query.data?.fallbackChannelId ?? undefined}
              sendsMail={query.data?.sendsMail ?? true}
              userId={me?.userId}
              onDialog={setDialog}
            />
          )}
        </PanelBody>
        <TicketSystems channels={channels} mayManage={can(me, 'manageTicketSystems')} />
        <DeliveryLog channels={channels} />
      </AreaFrame>
      {dialog === undefined ? null : (
        <ChannelDialogs
          dialog={dialog}
          sendsMail={query.data?.sendsMail ?? true}
          fallbackId={query.data?.fallbackChannelId ?? undefined}
          mayManage={can(me, 'manageDelivery')}
          onDialog={setDialog}
        />
      )}
    </div>
  );
}

const bold = { b: (chunks: ReactNode) => <b>{chunks}</b> };

/** How many channels there are and fail, and what became of the messages of a day. */
function Figures({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useTranslations('delivery.head');
  const format = useFormatter();
  const failing = channels.filter(({ state }) => state === 'failing' || state === 'disabled').length;
  const sum = (part: keyof Channel['lastDay']) => channels.reduce((total, { lastDay }) => total + lastDay[part], 0);
  return (
    <p className={rulesStyles.figures}>
      <span className={rulesStyles.count}>
        <b>{format.number(channels.length)}</b> {t('channels', { count: channels.length })}
      </span>
      {failing === 0 ? null : (
        <span className={rulesStyles.look}>
          <StatusShape status="error" /> {t('trouble', { count: failing })}
        </span>
      )}
      {(['accepted', 'held', 'failed', 'givenUp'] as const).map((part) => (
        <span key={part}>{t.rich(part, { ...bold, count: sum(part) })}</span>
      ))}
    </p>
  );
}
