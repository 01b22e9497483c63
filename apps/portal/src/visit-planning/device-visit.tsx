import type { DeviceProfile } from '@platen/contract/details';
import { can } from '@platen/contract/rights';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { toDate } from '../device/use-headline.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { loadPlanningTexts } from './load-texts.ts';
import { VisitDialog } from './visit-dialog.tsx';
import { toDeviceDraft } from './visit-draft.ts';

/** The visit that is ahead of a device as the way to it, else the button that plans one (VP-01, VP-04). */
export const DeviceVisit = ({ profile }: { readonly profile: DeviceProfile }) => (
  <AddedTexts load={loadPlanningTexts}>
    <Visit profile={profile} />
  </AddedTexts>
);

function Visit({ profile }: { readonly profile: DeviceProfile }) {
  const t = useTranslations('planning');
  const format = useFormatter();
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const [isOpen, setOpen] = useState(false);
  const { visit, deviceId, serial, model, customerNumber = null } = profile;
  return (
    <>
      {visit === undefined ? (
        can(me, 'planVisits') ? (
          <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('plan')}
          </Button>
        ) : null
      ) : (
        <Link to="/visits/$visitId" params={{ visitId: visit.visitId }}>
          {visit.state === 'underWay' || visit.plannedDay === null
            ? t('underWay')
            : t('on', { date: format.dateTime(toDate(visit.plannedDay), 'date') })}
        </Link>
      )}
      {isOpen ? (
        <VisitDialog
          devices={[toDeviceDraft({ deviceId, serial, model, customerNumber })]}
          onDone={() => {
            setOpen(false);
            void client.invalidateQueries({ queryKey: ['device', deviceId] });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
