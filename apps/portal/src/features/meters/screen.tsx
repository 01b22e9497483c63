import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { PanelBody, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { usePlace } from './address.ts';
import { CloseList } from './close-list.tsx';
import { ClosePage } from './close-page.tsx';
import { isOpen, rightsOf } from './close-rights.ts';
import styles from './meters.module.css';
import { type Close, meterQueries } from './queries.ts';

/** The close that is shown without one in the address: the next that must be closed. */
const firstOf = (closes: readonly Close[]): Close | undefined => closes.findLast(isOpen) ?? closes[0];

/** Plans and closes at the side, the lines of one next to them. */
export function MetersScreen() {
  const t = useTranslations('meters');
  const me = useQuery(meQuery).data;
  const [place] = usePlace();
  const list = useQuery(meterQueries.list);
  const closes = list.data ?? [];
  const closeId = place.close ?? firstOf(closes)?.closeId;
  const rights = rightsOf(me);
  return (
    <div className={`page ${styles.page}`}>
      <CloseList closes={closes} shown={closeId} state={toState()} mayClose={rights.mayClose} />
      {closeId === undefined ? (
        <section className={styles.frame} aria-label={t('title')}>
          <PanelBody state={toEmpty()} />
        </section>
      ) : (
        <ClosePage key={closeId} closeId={closeId} rights={rights} />
      )}
    </div>
  );

  function toState(): PanelState {
    return toPanelState(list, 6);
  }
  function toEmpty(): PanelState {
    const state = toState();
    return state.kind === 'data' ? { kind: 'empty', text: t('plans.empty'), hint: t('plans.emptyHint') } : state;
  }
}
