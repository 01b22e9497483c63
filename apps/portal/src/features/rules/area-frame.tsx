import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { Link } from '../../ui/link.tsx';
import styles from './rules-list.module.css';

interface FrameProps {
  readonly shown: 'rules' | 'delivery';
  /** How many there are of what is shown. */
  readonly count: number | undefined;
  /** At the end of the tabs: of when it is. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the area with its tabs: the rules, what was sent, and how good the list is. */
export function AreaFrame({ shown, count, aside, children }: FrameProps) {
  const t = useTranslations('rules.list');
  const me = useQuery(meQuery).data;
  const counted = count === undefined ? null : <span>{count}</span>;
  return (
    <section className={styles.frame} aria-label={t(shown === 'rules' ? 'tab' : 'delivery')}>
      <div className={styles.tabs} data-print="none">
        <nav aria-label={t('tabs')}>
          <Link to="/rules" activeOptions={{ exact: true }} className={styles.tab}>
            {t('tab')} {shown === 'rules' ? counted : null}
          </Link>
          <Link to="/rules/$ruleId" params={{ ruleId: 'delivery' }} className={styles.tab}>
            {t('delivery')} {shown === 'delivery' ? counted : null}
          </Link>
          {can(me, 'readWorklist') ? (
            <Link to="/worklist" className={styles.tab}>
              {t('health')}
            </Link>
          ) : null}
        </nav>
        {aside}
      </div>
      {children}
    </section>
  );
}
