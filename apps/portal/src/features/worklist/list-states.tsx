import type { WorklistPage } from '@platen/contract/worklist';
import { type ConditionKind, conditionKinds, priorities } from '@platen/contract/worklist-names';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ButtonLink } from '../../ui/link.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText } from '../../ui/use-dates.ts';
import type { WorklistSearch } from './address.ts';
import { Glyph } from './glyphs.tsx';
import stateStyles from './list-states.module.css';
import styles from './screen.module.css';

type Freshness = WorklistPage['freshness'];

/** Devices that wait to be judged make the list late only when the oldest has waited so long. */
const lateAfterMs = 15 * 60_000;

const isLate = ({ waiting, oldestWaiting }: Freshness, now: Date): boolean =>
  waiting > 0 && oldestWaiting !== null && now.getTime() - Date.parse(oldestWaiting) > lateAfterMs;
const silentOf = ({ collectors }: Freshness): number => (collectors === null ? 0 : collectors.all - collectors.working);

/** Whether the list may be taken as it stands: judged, not late, all collectors heard (WL-64). */
const isFresh = (freshness: Freshness, now: Date): boolean =>
  freshness.judgedAt !== null && !isLate(freshness, now) && silentOf(freshness) === 0;

interface AsOfProps {
  readonly freshness: Freshness;
  /** Since when the rows were not refreshed; undefined: they were. */
  readonly failedSince: Date | undefined;
  readonly now: Date;
}

/** When the list was judged, and how many collectors were heard; what is old stands out. */
export function AsOf({ freshness, failedSince, now }: AsOfProps) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  const age = useAgeText();
  const { judgedAt, collectors, oldestWaiting } = freshness;
  const oldSince = failedSince ?? (isLate(freshness, now) && oldestWaiting !== null ? new Date(oldestWaiting) : null);
  if (oldSince !== null)
    return (
      <span className={classNames(styles.asOf, styles.old)}>
        {t('old', { time: format.dateTime(oldSince, 'time'), age: age.ago(oldSince, now) })}
      </span>
    );
  return (
    <span className={styles.asOf}>
      {judgedAt === null ? t('neverJudged') : t('asOf', { time: format.dateTime(new Date(judgedAt), 'time') })}{' '}
      {collectors === null
        ? null
        : collectors.working === collectors.all
          ? t('collectorsAll', { all: collectors.all })
          : t('collectors', { working: collectors.working, all: collectors.all })}
    </span>
  );
}

interface NotesProps {
  readonly page: WorklistPage | undefined;
  readonly now: Date;
  /** The last refresh failed; since when the rows stand. */
  readonly failedSince: Date | undefined;
  readonly failure: Error | undefined;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** Why the list may not be complete: a failed refresh, late judging, silent collectors, many at once. */
export function ListNotes({ page, now, failedSince, failure, isRefreshing, onRefresh }: NotesProps) {
  const t = useTranslations('worklist');
  const headlines = useTranslations('headlines');
  const common = useTranslations('common');
  const format = useFormatter();
  const age = useAgeText();
  const freshness = page?.freshness;
  const many = page?.manyAtOnce ?? null;
  const silent = freshness === undefined ? 0 : silentOf(freshness);
  const time = (at: Date) => format.dateTime(at, 'time');
  return (
    <>
      {failedSince === undefined ? null : (
        <p className={stateStyles.note} data-tone="error" role="alert">
          <StatusShape status="error" />
          <b>{t('refreshFailed')}</b>
          {failure === undefined ? null : (
            <span>
              <span className="code">{toStateOf(failure).errorCode}</span> {toMessage(toStateOf(failure).errorCode)}
            </span>
          )}
          <span>{t('refreshOld', { time: time(failedSince) })}</span>
          <Button className={stateStyles.noteAction} busy={isRefreshing} onClick={onRefresh}>
            {common('retry')}
          </Button>
        </p>
      )}
      {freshness === undefined || !isLate(freshness, now) || freshness.oldestWaiting === null ? null : (
        <output className={stateStyles.note}>
          <StatusShape status="warning" />
          <b>{t('lateBy', { time: age.duration(now.getTime() - Date.parse(freshness.oldestWaiting)) })}</b>
          <span>{t('late', { count: freshness.waiting, time: time(new Date(freshness.oldestWaiting)) })}</span>
        </output>
      )}
      {silent > 0 ? (
        <output className={stateStyles.note}>
          <StatusShape status="warning" />
          <span>{t('silent', { count: silent })}</span>
          <ButtonLink variant="link" className={stateStyles.noteAction} to="/reporting">
            {t('toCollectors')}
          </ButtonLink>
        </output>
      ) : null}
      {many === null ? null : (
        <output className={stateStyles.note}>
          <Glyph name="stack" />
          <span className={stateStyles.noteText}>
            {t('many', {
              count: many.count,
              names: [
                many.customer?.name ?? many.customer?.value,
                many.collector?.name ?? many.collector?.value,
                many.kind === null ? undefined : toKindName(many.kind.value),
              ]
                .filter((name) => name !== undefined)
                .join(', '),
            })}
          </span>
        </output>
      )}
    </>
  );

  function toKindName(kind: string): string {
    return isKnownKind(kind) ? headlines(`kinds.${kind}`) : kind;
  }
}

const isKnownKind = (kind: string): kind is ConditionKind => conditionKinds.some((one) => one === kind);

interface EmptyProps {
  readonly page: WorklistPage;
  readonly search: WorklistSearch;
  readonly now: Date;
  /** Since when the rows were not refreshed; undefined: they were. */
  readonly failedSince: Date | undefined;
  readonly onClear: () => void;
  readonly onShow: (search: WorklistSearch) => void;
}

/** Parts of an address that leave no row out. */
const unfiltered: ReadonlySet<string> = new Set(['sort', 'sortOrder', 'groupBy', 'row', 'view', 'planned']);

/** No rows: good news only with its proof, and never on old data (WL-64). */
export function EmptyList({ page: { freshness, head }, search, now, failedSince, onClear, onShow }: EmptyProps) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  const { judgedAt, collectors, oldestWaiting } = freshness;
  const isSure = failedSince === undefined && isFresh(freshness, now);
  const time = (at: Date | string) => format.dateTime(new Date(at), 'time');
  const isFiltered = Object.entries(search).some(([name, value]) => !unfiltered.has(name) && value !== '');
  if (isFiltered) {
    const oldSince = failedSince ?? (isLate(freshness, now) ? oldestWaiting : null);
    return (
      <div className={stateStyles.empty}>
        <h2>{t('noHit')}</h2>
        {isSure ? null : <p>{oldSince === null ? t('maybeMore') : t('maybeMoreSince', { time: time(oldSince) })}</p>}
        <Button variant="link" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      </div>
    );
  }
  const { snoozed = 0, p4 = 0, resolvedToday } = head;
  return (
    <div className={stateStyles.empty}>
      {isSure ? <span className={stateStyles.calm} aria-hidden="true" /> : null}
      <h2>{t(isSure ? 'nothing' : 'nothingUnsure')}</h2>
      {!isSure || judgedAt === null ? null : (
        <p>
          {collectors === null
            ? t('asOf', { time: time(judgedAt) })
            : t('nothingProof', { time: time(judgedAt), ...collectors })}
        </p>
      )}
      <dl className={stateStyles.rest}>
        <Rest
          name={t('states.snoozed')}
          count={snoozed}
          action={t('showSnoozed')}
          onShow={() => onShow({ state: 'snoozed', priority: priorities.join(',') })}
        />
        <Rest name={t('p4Hidden')} count={p4} action={t('showP4')} onShow={() => onShow({ priority: 'P4' })} />
        {resolvedToday === undefined ? null : (
          <Rest
            name={t('resolvedToday')}
            count={resolvedToday}
            action={t('showResolved')}
            onShow={() => onShow({ state: 'resolved' })}
          />
        )}
      </dl>
    </div>
  );
}

interface RestProps {
  readonly name: string;
  readonly count: number;
  readonly action: string;
  readonly onShow: () => void;
}

/** What there is besides the rows that would stand here: how many, and the way to them. */
function Rest({ name, count, action, onShow }: RestProps) {
  const format = useFormatter();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{format.number(count)}</b>
        {count === 0 ? null : (
          <Button variant="link" onClick={onShow}>
            {action}
          </Button>
        )}
      </dd>
    </div>
  );
}
