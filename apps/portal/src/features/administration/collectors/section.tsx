import { rolloutLimits } from '@platen/contract/collector-rollouts';
import type { CodeAnswer } from '@platen/contract/enrolment';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { logError } from '../../../platform/log.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { toPanelState } from '../../../ui/panel.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import { ListHead } from '../list-head.tsx';
import { AddDialog } from './add-dialog.tsx';
import { CollectorPage } from './collector-page.tsx';
import { type Chosen, FleetRows, fleetColumns, useFleetHeadings } from './fleet-rows.tsx';
import { toFleetFile } from './model.ts';
import { fleetPageSize, fleetQuery, readAllCollectors } from './queries.ts';
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
  const headingOf = useFleetHeadings();
  const [typed, setTyped] = useState('');
  const [offset, setOffset] = useState(0);
  const ofRollout = useTranslations('collectorRollout');
  const [isAdding, setAdding] = useState(false);
  /** Stays while another search is made, and on other pages. */
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const [isSetting, setSetting] = useState(false);
  const wanted = useDeferredValue(typed.trim());
  const query = useQuery(fleetQuery(wanted, offset));
  const { collectors = [], counts = {} } = query.data?.data ?? {};
  const total = query.data?.totalCount ?? collectors.length;
  useKeys({ c: () => setAdding(true) });
  const kinds = countNames.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [t(`counts.${name}`, { count })];
  });
  const toEmpty = () => {
    if (collectors.length > 0) return undefined;
    if (wanted !== '') return t('noHit');
    return (
      <>
        <b>{t('empty')}</b>
        <p>{t('emptyHint')}</p>
      </>
    );
  };
  return (
    <>
      <ListHead
        total={query.data && total}
        figures={`${t('count', { count: total })}${kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}`}
        search={{
          label: t('search'),
          hint: t('searchHint'),
          value: typed,
          onType: (text) => {
            setTyped(text);
            setOffset(0);
          },
        }}
        file={{
          label: t('export'),
          isEmpty: collectors.length === 0,
          make: async () => toFleetFile(await readAllCollectors(wanted), [...fleetColumns.map(headingOf), t('id')]),
          name: t('exportFile'),
        }}
      >
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
      </ListHead>
      <RolloutsPanel />
      <ListFrame
        state={toPanelState(query, 8)}
        empty={toEmpty()}
        pages={{ offset, size: fleetPageSize, total, onMove: setOffset }}
      >
        <FleetRows collectors={collectors} chosen={chosen} onChoose={setChosen} />
      </ListFrame>
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
