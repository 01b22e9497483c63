import { rolloutLimits } from '@platen/contract/collector-rollouts';
import type { CodeAnswer } from '@platen/contract/enrolment';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { logError } from '../../../platform/log.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import { AddDialog } from './add-dialog.tsx';
import { CollectorPage } from './collector-page.tsx';
import styles from './collectors.module.css';
import { type Chosen, FleetRows } from './fleet-rows.tsx';
import { fleetQuery } from './queries.ts';
import { SecurityPage } from './remote/security-page.tsx';
import { RolloutsPanel } from './together/rollouts-panel.tsx';
import { TogetherDialog } from './together/together-dialog.tsx';

const place = { to: '/administration/$section', params: { section: 'collectors' } } as const;

/** Collectors (CF-01 to CF-05): all of them, or the one that the address names. */
export default function CollectorsSection() {
  const { collector: id, kind } = useSearch({ strict: false });
  const navigate = useNavigate();
  /** A code is shown once: it lives as long as this section is open. */
  const [made, setMade] = useState<Pick<CodeAnswer, 'collectorId' | 'code'>>();
  const open = (answer: CodeAnswer) => {
    setMade(answer);
    navigate({ ...place, search: { collector: answer.collectorId } }).catch((thrown: unknown) =>
      logError('opening a collector failed', thrown),
    );
  };
  if (id === undefined) return <Fleet onMade={open} />;
  if (kind === 'security') return <SecurityPage key={id} id={id} />;
  const code = made?.collectorId === id ? made.code : undefined;
  return (
    <CollectorPage
      key={id}
      id={id}
      code={code}
      onCode={(next) => setMade({ collectorId: id, ...(next !== undefined && { code: next }) })}
    />
  );
}

const countNames = [
  'working',
  'silent',
  'runsTwice',
  'failing',
  'codeOpen',
  'codeExpired',
  'resting',
  'revoked',
] as const;

function Fleet({ onMade }: { readonly onMade: (answer: CodeAnswer) => void }) {
  const t = useTranslations('collectorFleet');
  const format = useFormatter();
  const [typed, setTyped] = useState('');
  const ofRollout = useTranslations('collectorRollout');
  const [isAdding, setAdding] = useState(false);
  /** Stays while another search is made. */
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const [isSetting, setSetting] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(typed.trim());
  const query = useQuery({ ...fleetQuery(wanted), placeholderData: keepPreviousData });
  const { collectors = [], counts = {} } = query.data?.data ?? {};
  const total = query.data?.totalCount ?? collectors.length;
  useKeys({ c: () => setAdding(true), '/': () => searchBox.current?.focus() });
  const kinds = countNames.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [t(`counts.${name}`, { count })];
  });
  return (
    <>
      <div className={styles.head}>
        {query.data === undefined ? null : (
          <span className={styles.figures}>
            <b>{format.number(total)}</b> {t('count', { count: total })}
            {kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}
          </span>
        )}
        <span className={styles.space} />
        <SearchField ref={searchBox} label={t('search')} hint={t('searchHint')} value={typed} onType={setTyped} />
        {chosen.size === 0 ? null : (
          <>
            <Button variant="quiet" onClick={() => setChosen(new Set())}>
              {ofRollout('clear')}
            </Button>
            <Button
              disabled={chosen.size > rolloutLimits.collectors}
              title={
                chosen.size > rolloutLimits.collectors
                  ? ofRollout('tooMany', { most: rolloutLimits.collectors })
                  : undefined
              }
              onClick={() => setSetting(true)}
            >
              {ofRollout('open', { count: chosen.size })}
            </Button>
          </>
        )}
        <Button variant="primary" aria-keyshortcuts="c" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('add')}
        </Button>
      </div>
      <RolloutsPanel />
      <div className={styles.frame}>
        <PanelBody state={toPanelState(query, 8)}>
          {collectors.length > 0 ? (
            <FleetRows collectors={collectors} total={total} chosen={chosen} onChoose={setChosen} />
          ) : wanted !== '' ? (
            <p className={styles.empty}>{t('noHit')}</p>
          ) : (
            <div className={styles.empty}>
              <b>{t('empty')}</b>
              <p>{t('emptyHint')}</p>
            </div>
          )}
        </PanelBody>
      </div>
      {isSetting ? (
        <TogetherDialog
          collectorIds={[...chosen]}
          onStarted={() => {
            setSetting(false);
            setChosen(new Set());
          }}
          onClose={() => setSetting(false)}
        />
      ) : null}
      {isAdding ? <AddDialog onMade={onMade} onClose={() => setAdding(false)} /> : null}
    </>
  );
}
