import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { Button, Icon } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { type ChannelDialogState, ChannelDialogs } from './channel-dialogs.tsx';
import { ChannelsTable } from './channels-table.tsx';
import styles from './delivery.module.css';
import { DeliveryLog } from './delivery-log.tsx';
import { deliveryQueries } from './queries.ts';

/**
 * The user's own channels with what goes there (OA-19, DE-32). The log follows for users who see no others'
 * channels; the others have it with their area.
 */
export function OwnDelivery() {
  const t = useTranslations('delivery');
  const me = useQuery(meQuery).data;
  const query = useQuery(deliveryQueries.channels);
  const [dialog, setDialog] = useState<ChannelDialogState>();
  const channels = query.data?.channels.filter(({ ownedBy, own }) => own && ownedBy !== null) ?? [];
  const sendsMail = query.data?.sendsMail ?? true;
  return (
    <>
      <div className={styles.section}>
        <h2>{t('channels.own')}</h2>
        <span>{t('channels.note')}</span>
        <span className={styles.space} />
        <Button onClick={() => setDialog({ kind: 'edit' })}>
          <Icon name="plus" />
          {t('head.add')}
        </Button>
      </div>
      <PanelBody state={toPanelState(query, 2)}>
        {channels.length === 0 ? (
          <div className={styles.empty}>
            <p>{t('channels.empty')}</p>
            <p>{t('channels.emptyHint')}</p>
          </div>
        ) : (
          <ChannelsTable
            channels={channels}
            fallbackId={undefined}
            sendsMail={sendsMail}
            userId={me?.userId}
            onDialog={setDialog}
          />
        )}
      </PanelBody>
      {me === undefined ? null : can(me, 'manageDelivery') ? (
        <p className={styles.foot}>
          <Link to="/rules/$ruleId" params={{ ruleId: 'delivery' }}>
            {t('channels.all')}
          </Link>
        </p>
      ) : (
        <DeliveryLog channels={channels} />
      )}
      {dialog === undefined ? null : (
        <ChannelDialogs
          dialog={dialog}
          sendsMail={sendsMail}
          fallbackId={undefined}
          mayManage={false}
          onDialog={setDialog}
        />
      )}
    </>
  );
}
