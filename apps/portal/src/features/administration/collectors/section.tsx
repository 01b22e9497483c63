import type { CollectorItem } from '@platen/contract/collectors';
import type { CodeAnswer } from '@platen/contract/enrolment';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { logError } from '../../../platform/log.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Marked } from '../../../ui/status-mark.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { useKeys } from '../../../ui/use-keys.ts';
import { AddDialog } from './add-dialog.tsx';
import { CollectorPage } from './collector-page.tsx';
import styles from './collectors.module.css';
import { toCustomer } from './model.ts';
import { fleetQuery, mostRows } from './queries.ts';
import { SecurityPage } from './remote/security-page.tsx';
import { StateMark } from './state-mark.tsx';

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
  const [isAdding, setAdding] = useState(false);
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
        <Button variant="primary" aria-keyshortcuts="c" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('add')}
        </Button>
      </div>
      <div className={styles.frame}>
        <PanelBody state={toPanelState(query, 8)}>
          {collectors.length > 0 ? (
            <Rows collectors={collectors} total={total} />
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
      {isAdding ? <AddDialog onMade={onMade} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

interface RowsProps {
  readonly collectors: readonly CollectorItem[];
  readonly total: number;
}

function Rows({ collectors, total }: RowsProps) {
  const t = useTranslations('collectorFleet');
  const ofRemote = useTranslations('collectorRemote');
  const format = useFormatter();
  const { moment } = useDates();
  const now = useMinute();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus
    <section className={styles.scroll} tabIndex={0} aria-label={t('caption')}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['name', 'place', 'state', 'heard'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`columns.${column}`)}
              </th>
            ))}
            <th scope="col" data-figure="">
              {t('columns.devices')}
            </th>
            <th scope="col">{ofRemote('column')}</th>
            <th scope="col">{ofRemote('settingsColumn')}</th>
            <th scope="col">{t('columns.version')}</th>
          </tr>
        </thead>
        <tbody>
          {collectors.map((one) => (
            <tr key={one.collectorId}>
              <th scope="row">
                <Link {...place} search={{ collector: one.collectorId }}>
                  {one.name}
                </Link>
              </th>
              <td>
                {toCustomer(one) || '-'} <span className="quiet">{one.enrolment?.site}</span>
              </td>
              <td>
                <StateMark collector={one} />
              </td>
              <td>{one.lastContactAt === null ? '-' : moment(new Date(one.lastContactAt), now)}</td>
              <td data-figure="">{format.number(one.devices ?? 0)}</td>
              <td>{one.remote === undefined ? '-' : ofRemote(`levels.${one.remote.level}`)}</td>
              <td>
                {(one.remote?.state ?? null) === null ? (
                  '-'
                ) : one.remote?.state === 'failed' ? (
                  <Marked status="error">
                    <span>{ofRemote('states.failed')}</span>
                  </Marked>
                ) : (
                  ofRemote(`states.${one.remote?.state ?? 'same'}`)
                )}
              </td>
              <td className="code">{one.version ?? '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > mostRows ? <p className={styles.note}>{t('cut', { shown: mostRows, count: total })}</p> : null}
    </section>
  );
}
