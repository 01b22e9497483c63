import type { StoredRecord } from '@platen/contract/visit-records';
import { seeVisit, type Visit, type VisitDevice } from '@platen/contract/visits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { recordedQuery } from './queries.ts';
import styles from './record.module.css';
import { askedParts, type RecordSubject } from './to-subject.ts';

interface OlderPlanProps {
  readonly visit: Visit;
  readonly device: VisitDevice;
  readonly stored: StoredRecord;
  readonly itemName: (item: string) => string;
  readonly headlineOf: (condition: RecordSubject['conditions'][number]) => ReactNode;
}

/** 'Recorded on an older plan' with both plans, until the dispatcher marks it as seen (VP-24). */
export function OlderPlan({ visit, device, stored, itemName, headlineOf }: OlderPlanProps) {
  const t = useTranslations('visitRecord');
  const common = useTranslations('common');
  const dates = useDates();
  const now = useMinute();
  const client = useQueryClient();
  const see = useMutation({
    mutationFn: async () => (await call(seeVisit, { params: { id: visit.visitId }, body: {} })).data.visit,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['visits'], refetchType: 'none' });
      await client.refetchQueries({ queryKey: recordedQuery(visit.visitId).queryKey });
    },
  });
  const plan = stored.olderPlan ?? null;
  const had = new Set(plan?.conditions.map(({ conditionId }) => conditionId));
  const has = new Set(device.conditions.map(({ conditionId }) => conditionId));
  const brought = new Set(plan?.bring.map(({ item }) => item));
  const lines = (one: readonly RecordSubject['conditions'][number][], others: ReadonlySet<string>) => (
    <ul>
      {one.map((condition) => (
        <li key={condition.conditionId}>
          {others.has(condition.conditionId) ? headlineOf(condition) : <b>{headlineOf(condition)}</b>}
        </li>
      ))}
    </ul>
  );
  return (
    <section className={styles.cell} aria-label={t('olderPlan')}>
      <p className={styles.older}>
        <b>{t('olderPlan')}</b>{' '}
        {t('recordedBy', {
          name: stored.recordedBy?.name ?? t('byProgram'),
          at: dates.moment(new Date(stored.recordedAt), now),
        })}{' '}
        {visit.actions.includes('see') ? (
          <Button variant="link" busy={see.isPending} onClick={() => see.mutate()}>
            {t('markAsSeen')}
          </Button>
        ) : null}
      </p>
      {plan === null ? (
        <p className="quiet">{t('noOlderPack')}</p>
      ) : (
        <table className={styles.entries}>
          <caption className="vh">{t('twoPlans')}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">{t('entry')}</span>
              </th>
              <th scope="col">{t('planHad', { at: dates.moment(new Date(plan.madeAt), now) })}</th>
              <th scope="col">{t('planNow')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('conditions')}</th>
              <td>{lines(plan.conditions, has)}</td>
              <td>{lines(device.conditions, had)}</td>
            </tr>
            <tr>
              <th scope="row">{t('bring')}</th>
              <td>{plan.bring.map(({ item }) => itemName(item)).join(common('list.separator'))}</td>
              <td>
                {askedParts(device).map(({ item }, index) => (
                  <span key={item}>
                    {index > 0 ? common('list.separator') : ''}
                    {brought.has(item) ? itemName(item) : <b>{itemName(item)}</b>}
                  </span>
                ))}
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </section>
  );
}
