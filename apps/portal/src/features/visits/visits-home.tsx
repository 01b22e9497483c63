import { can } from '@platen/contract/rights';
import type { Visit } from '@platen/contract/visits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { useIsOnline } from '../../offline/connection.ts';
import { logError } from '../../platform/log.ts';
import { Button, Icon } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { useIsDesk } from '../../ui/media.ts';
import { BottomBar } from './bottom-bar.tsx';
import { FeedDialog } from './feed-dialog.tsx';
import { visitQueries, visitsKey } from './queries.ts';
import { StoredVisits } from './stored-visits.tsx';
import { TodayScreen } from './today-screen.tsx';
import { useShownList, VisitLists } from './visit-lists.tsx';
import styles from './visits.module.css';

const VisitDialog = later(async () => (await import('../../visit-planning/visit-dialog.tsx')).VisitDialog);

/**
 * '/visits' (VP-06): on a desk the lists, on a telephone 'Today' first with a bar at the bottom; without a
 * connection the visits whose packs are on this device (VP-22).
 */
export function VisitsHome() {
  const t = useTranslations('visits');
  const isOnline = useIsOnline();
  const isDesk = useIsDesk();
  const { list, isChosen } = useShownList();
  const { data: me } = useQuery(meQuery);
  const mayPlan = can(me, 'planVisits');
  const [dialog, setDialog] = useState<'feed' | 'visit'>();
  const close = () => setDialog(undefined);
  const showMade = useShowMade(mayPlan);
  const buttons = (
    <>
      <ButtonLink to="/visits/$visitId" params={{ visitId: 'effect' }} search={{}}>
        {t('head.effect')}
      </ButtonLink>
      <Button aria-haspopup="dialog" onClick={() => setDialog('feed')}>
        {t('head.feed')}
      </Button>
      {mayPlan ? (
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setDialog('visit')}>
          <Icon name="plus" /> {t('head.make')}
        </Button>
      ) : null}
    </>
  );
  const isToday = !isDesk && !isChosen;
  return (
    <div className={isToday || !isOnline ? styles.plain : `page ${styles.page}`}>
      {!isOnline ? <StoredVisits /> : isToday ? <TodayScreen /> : <VisitLists buttons={buttons} />}
      {isDesk ? null : (
        <BottomBar
          shown={isToday ? 'today' : list === 'mine' ? 'next' : undefined}
          onCalled={isOnline ? () => setDialog('visit') : undefined}
        />
      )}
      {dialog === 'feed' ? <FeedDialog onClose={close} /> : null}
      {dialog === 'visit' ? <VisitDialog onDone={showMade} onClose={close} /> : null}
    </div>
  );
}

/** Leads to a visit that was made; who was called on the way goes on with its record (VR-09). */
function useShowMade(mayPlan: boolean): (visit: Visit) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (visit) => {
    client.setQueryData(visitQueries.visit(visit.visitId).queryKey, visit);
    void client.invalidateQueries({ queryKey: [visitsKey, 'list'] });
    const params = { visitId: visit.visitId };
    (mayPlan
      ? navigate({ to: '/visits/$visitId', params })
      : navigate({ to: '/visits/$visitId/record', params })
    ).catch((thrown: unknown) => logError('the visit could not be shown', thrown));
  };
}
