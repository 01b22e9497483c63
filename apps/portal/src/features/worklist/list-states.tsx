import type { WorklistPage } from '@platen/contract/worklist';
import { type ConditionKind, conditionKinds } from '@platen/contract/worklist-names';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ButtonLink } from '../../ui/link.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText } from '../../ui/use-dates.ts';
import { Glyph } from './glyphs.tsx';
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
        <p className={styles.note} data-tone="error" role="alert">
          <StatusShape status="error" />
          <b>{t('refreshFailed')}</b>
          {failure === undefined ? null : (
            <span>
              <span className="code">{toStateOf(failure).errorCode}</span> {toMessage(toStateOf(failure).errorCode)}
            </span>
          )}
          <span>{t('refreshOld', { time: time(failedSince) })}</span>
          <Button className={styles.noteAction} busy={isRefreshing} onClick={onRefresh}>
            {common('retry')}
          </Button>
        </p>
      )}
      {freshness === undefined || !isLate(freshness, now) || freshness.oldestWaiting === null ? null : (
        <output className={styles.note}>
          <StatusShape status="warning" />
          <b>{t('lateBy', { time: age.duration(now.getTime() - Date.parse(freshness.oldestWaiting)) })}</b>
          <span>{t('late', { count: freshness.waiting, time: time(new Date(freshness.oldestWaiting)) })}</span>
        </output>
      )}
      {silent > 0 ? (
        <output className={styles.note}>
          <StatusShape status="warning" />
          <span>{t('silent', { count: silent })}</span>
          <ButtonLink variant="quiet" className={styles.noteAction} to="/reporting">
            {t('toCollectors')}
          </ButtonLink>
        </output>
      ) : null}
      {many === null ? null : (
        <output className={styles.note}>
          <Glyph name="stack" />
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
