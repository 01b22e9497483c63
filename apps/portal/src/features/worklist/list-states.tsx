import type { WorklistPage } from '@platen/contract/worklist';
import { type ConditionKind, conditionKinds } from '@platen/contract/worklist-names';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button } from '../../ui/button.tsx';
import type { WorklistSearch } from './address.ts';
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

/** When the list was judged, and how many collectors were heard. */
export function AsOf({ freshness: { judgedAt, collectors } }: { readonly freshness: Freshness }) {
  const t = useTranslations('worklist');
  const format = useFormatter();
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
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** Why the list may not be complete: a failed refresh, late judging, silent collectors, many at once. */
export function ListNotes({ page, now, failedSince, isRefreshing, onRefresh }: NotesProps) {
  const t = useTranslations('worklist');
  const headlines = useTranslations('headlines');
  const format = useFormatter();
  const freshness = page?.freshness;
  const many = page?.manyAtOnce ?? null;
  const silent = freshness === undefined ? 0 : silentOf(freshness);
  const time = (at: Date) => format.dateTime(at, 'time');
  return (
    <>
      {failedSince === undefined ? null : (
        <p className={styles.note} role="alert">
          {t('refreshFailed', { time: time(failedSince) })}{' '}
          <Button busy={isRefreshing} onClick={onRefresh}>
            {t('refresh')}
          </Button>
        </p>
      )}
      {freshness === undefined || !isLate(freshness, now) || freshness.oldestWaiting === null ? null : (
        <output className={styles.note}>
          {t('late', { count: freshness.waiting, time: time(new Date(freshness.oldestWaiting)) })}
        </output>
      )}
      {silent > 0 ? <output className={styles.note}>{t('silent', { count: silent })}</output> : null}
      {many === null ? null : (
        <output className={styles.note}>
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
  readonly onClear: () => void;
}

/** No rows: good news only with its proof, and never on old data (WL-64). */
export function EmptyList({ page: { freshness }, search, now, onClear }: EmptyProps) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  const { judgedAt, collectors } = freshness;
  const isFiltered = Object.entries(search).some(
    ([name, value]) => name !== 'sort' && name !== 'groupBy' && name !== 'row' && value !== '',
  );
  if (isFiltered)
    return (
      <div className={styles.empty}>
        <p>{t('noHit')}</p>
        <Button variant="quiet" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      </div>
    );
  if (!isFresh(freshness, now)) return <p className={styles.empty}>{t('nothingUnsure')}</p>;
  return (
    <div className={styles.empty}>
      <p>
        <b>{t('nothing')}</b>
      </p>
      {judgedAt === null ? null : (
        <p>
          {collectors === null
            ? t('asOf', { time: format.dateTime(new Date(judgedAt), 'time') })
            : t('nothingProof', { time: format.dateTime(new Date(judgedAt), 'time'), ...collectors })}
        </p>
      )}
    </div>
  );
}
