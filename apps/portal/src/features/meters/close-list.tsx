import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useMeterWords } from '../../device/use-meter-words.ts';
import { useRefusal } from '../../editing/form-dialog.tsx';
import { Button, Icon } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody, type PanelState } from '../../ui/panel.tsx';
import { toSearch, usePlace } from './address.ts';
import styles from './close-list.module.css';
import shared from './meters.module.css';
import { NewCloseDialog } from './new-close-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { type Close, type ClosePlan, closesKey, meterQueries, sendOpen } from './queries.ts';

interface CloseListProps {
  readonly closes: readonly Close[];
  readonly shown: string | undefined;
  readonly state: PanelState;
  readonly mayClose: boolean;
}

/** Closes of a plan that are shown until more are asked for. */
const firstShown = 4;

/** Plans with their closes, newest first, and closes without a plan. */
export function CloseList({ closes, shown, state, mayClose }: CloseListProps) {
  const t = useTranslations('meters.plans');
  const plans = useQuery(meterQueries.plans).data ?? [];
  const [dialog, setDialog] = useState<'plan' | 'close' | ClosePlan>();
  const known = new Set(plans.map(({ planId }) => planId));
  const alone = closes.filter(({ planId }) => planId === null || !known.has(planId));
  const close = () => setDialog(undefined);
  return (
    <nav className={shared.frame} aria-label={t('label')} data-print="none">
      <PanelBody state={state}>
        {plans.map((plan) => (
          <section key={plan.planId} className={styles.plan}>
            <h2>
              {mayClose ? (
                <button type="button" aria-label={t('change', { name: plan.name })} onClick={() => setDialog(plan)}>
                  {plan.name}
                </button>
              ) : (
                plan.name
              )}
            </h2>
            {plan.closeId === null ? <Running plan={plan} mayClose={mayClose} /> : null}
            <Closes closes={closes.filter(({ planId }) => planId === plan.planId)} shown={shown} />
          </section>
        ))}
        {alone.length === 0 ? null : (
          <section className={styles.plan}>
            <h2>{t('noPlan')}</h2>
            <Closes closes={alone} shown={shown} />
          </section>
        )}
      </PanelBody>
      {mayClose ? (
        <p className={styles.adding}>
          <Button aria-haspopup="dialog" onClick={() => setDialog('plan')}>
            <Icon name="plus" /> {t('add')}
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setDialog('close')}>
            <Icon name="plus" /> {t('addClose')}
          </Button>
        </p>
      ) : null}
      {dialog === 'close' ? <NewCloseDialog onClose={close} /> : null}
      {dialog === undefined || dialog === 'close' ? null : (
        <PlanDialog plan={dialog === 'plan' ? undefined : dialog} onClose={close} />
      )}
    </nav>
  );
}

/** A period that runs and has no close yet. */
function Running({ plan, mayClose }: { readonly plan: ClosePlan; readonly mayClose: boolean }) {
  const t = useTranslations('meters.plans');
  const words = useMeterWords(plan.present.zone);
  const client = useQueryClient();
  const [, go] = usePlace();
  const opening = useMutation({
    mutationFn: () => sendOpen({ planId: plan.planId }),
    onSuccess: async (closeId) => {
      await client.invalidateQueries({ queryKey: [closesKey] });
      go({ close: closeId, group: 'all', customer: undefined, line: undefined });
    },
  });
  const problem = useRefusal(opening.error);
  return (
    <div className={styles.running}>
      <span>
        {t('to', { day: words.day(plan.present.lastDay), zone: plan.present.zone })}{' '}
        <span className="quiet">
          {plan.daysLeft === 0 ? t('endsToday') : plan.daysLeft > 0 ? t('endsIn', { days: plan.daysLeft }) : null}
        </span>
      </span>
      {mayClose ? (
        <Button busy={opening.isPending} onClick={() => opening.mutate()}>
          {t('open')}
        </Button>
      ) : null}
      <span role="alert">{problem}</span>
    </div>
  );
}

function Closes({ closes, shown }: { readonly closes: readonly Close[]; readonly shown: string | undefined }) {
  const t = useTranslations('meters.plans');
  const states = useTranslations('meters.states');
  const [isWhole, setWhole] = useState(false);
  const place = { group: 'all', customer: undefined, line: undefined } as const;
  const seen = isWhole ? closes : closes.filter(({ closeId }, n) => n < firstShown || closeId === shown);
  return (
    <>
      <ul>
        {seen.map((close) => (
          <li key={close.closeId}>
            <Link
              to="/meters"
              search={toSearch({ ...place, close: close.closeId })}
              className={styles.close}
              aria-current={close.closeId === shown ? 'page' : undefined}
            >
              <b>{close.name}</b>
              <span className={close.stops > 0 && close.state === 'open' ? styles.stopping : undefined}>
                {close.state === 'open' && close.stops > 0 ? t('stops', { count: close.stops }) : states(close.state)}
              </span>
              <Period close={close} />
            </Link>
          </li>
        ))}
      </ul>
      {seen.length < closes.length ? (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('more', { count: closes.length - seen.length })}
        </Button>
      ) : null}
    </>
  );
}

function Period({ close: { period, lines, corrections } }: { readonly close: Close }) {
  const t = useTranslations('meters.plans');
  const common = useTranslations('common');
  const words = useMeterWords(period.zone);
  const texts = [
    t('to', { day: words.day(period.lastDay), zone: period.zone }),
    t('lines', { count: lines }),
    ...(corrections > 0 ? [t('corrections', { count: corrections })] : []),
  ];
  return <small>{texts.join(common('list.separator'))}</small>;
}
