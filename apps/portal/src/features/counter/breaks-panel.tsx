import { breakCauses } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readCounter } from '@platen/contract/readings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { deviceQueries } from '../../device/device-query.ts';
import { toCalendarDay } from '../../device/figures.ts';
import { type BreakAnswer, explainBreak, historyQueries } from '../../device/history-queries.ts';
import { orNotPermitted, useMayChange } from '../../device/rights.ts';
import table from '../../device/table.module.css';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Select } from '../../ui/text-field.tsx';
import { useDates } from '../../ui/use-dates.ts';
import styles from './counter.module.css';
import { isFeedSource } from './counter-rows.ts';
import { TablePanel } from './function-panels.tsx';
import { Figure } from './summary-panel.tsx';

type Break = NonNullable<AnswerOf<typeof readCounter>['breaks']>[number];

/** Days on which counters fell or leapt. The step is not counted, and users are asked for its cause. */
export function BreaksPanel({ deviceId, breaks }: { deviceId: string; breaks: readonly Break[] }) {
  const t = useTranslations('counter.breaks');
  const nameOf = useCounterName();
  const dates = useDates();
  const explanation = useExplain(deviceId);
  const toDate = (day: string) => {
    const calendar = toCalendarDay(day);
    return calendar.kind === 'day' ? dates.date(calendar.at) : day;
  };
  const rows = breaks.map((found) => ({ found, date: toDate(found.day), ...toBreakRow(found.counters) }));
  const columns = [t('day'), t('counter'), t('before'), t('after'), t('cause')];
  return (
    <TablePanel
      title={t('title')}
      note={t('note')}
      columns={columns}
      figures={[2, 3]}
      toRows={() =>
        breaks.flatMap(({ day, cause, counters }) =>
          counters.map(({ key, before, after }) => [
            day,
            nameOf(key),
            before,
            after,
            cause === null ? null : t(`causes.${cause}`),
          ]),
        )
      }
      foot={<Outcome explanation={explanation} />}
    >
      {rows.map(({ found, date, shown, others }) => (
        <tr key={found.day}>
          <th scope="row">{date}</th>
          <td>
            {shown === undefined ? null : nameOf(shown.key)}{' '}
            {others === 0 ? null : <span className="quiet">{t('more', { count: others })}</span>}
          </td>
          <td className={table.figure}>
            <Figure title={`${date}, ${t('before')}`} value={shown?.before ?? null} note={t('made')} />
          </td>
          <td className={table.figure}>
            <Figure title={`${date}, ${t('after')}`} value={shown?.after ?? null} note={t('made')} />
          </td>
          <td>
            <Cause found={found} date={date} explanation={explanation} />
          </td>
        </tr>
      ))}
    </TablePanel>
  );
}

function Cause({ found, date, explanation }: { found: Break; date: string; explanation: Explanation }) {
  const t = useTranslations('counter.breaks');
  const common = useTranslations('common');
  const dates = useDates();
  const { saving, isRefused, explain } = explanation;
  const mayChange = useMayChange();
  const cause = saving?.day === found.day ? saving.cause : found.cause;
  return (
    <span className={styles.cause}>
      {mayChange === false ? (
        <span>{cause === null ? common('none') : t(`causes.${cause}`)}</span>
      ) : (
        <Select
          hideLabel
          label={t('causeOf', { day: date })}
          value={cause ?? ''}
          disabled={isRefused || mayChange === undefined}
          options={[
            ...(cause === null ? [{ value: '', label: t('ask') }] : []),
            ...breakCauses
              .filter((name) => name !== 'printed' || found.counters.some(({ before, after }) => after > before))
              .map((name) => ({ value: name, label: t(`causes.${name}`) })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = breakCauses.find((name) => name === currentTarget.value);
            if (chosen !== undefined) explain({ day: found.day, cause: chosen });
          }}
        />
      )}
      {found.answeredAt === null ? null : (
        <span className="quiet">
          {t('answeredBy', {
            name: found.answeredBy ?? common('none'),
            at: dates.dateTime(new Date(found.answeredAt)),
          })}
        </span>
      )}
    </span>
  );
}

/** Outcome of the last answer. Its line is always there, so that nothing moves. */
function Outcome({ explanation: { isSaved, isRefused, failure } }: { explanation: Explanation }) {
  const t = useTranslations('counter.breaks');
  return (
    <p className={styles.outcome}>
      <output className={styles.saved}>{isSaved ? t('saved') : ''}</output>
      {isRefused ? <span role="alert">{t('readOnly')}</span> : null}
      {failure === undefined ? null : (
        <span role="alert" className={styles.failed}>
          {t('failed')} <span className="code">{failure.errorCode}</span> {toMessage(failure.errorCode)}
        </span>
      )}
    </p>
  );
}

interface BrokenCounter {
  /** `pages.total`, `source.CST1`, `scan.large`. */
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

/** The counter shown for a day: the first of these that broke, else the first of the day. */
const order = ['pages.total', 'pages.black', 'pages.color'];

/** The counter shown for a day, and the number of other counters that broke. */
function toBreakRow(counters: readonly BrokenCounter[]): { shown: BrokenCounter | undefined; others: number } {
  const known = order.flatMap((key) => counters.filter((counter) => counter.key === key));
  return { shown: known[0] ?? counters[0], others: Math.max(0, counters.length - 1) };
}

/**
 * A counter in words: `pages.total`, `source.CST1`, `scan.large`; one that the screen does not know keeps its
 * own name.
 */
function useCounterName(): (key: string) => string {
  const t = useTranslations('counter');
  return (key) => {
    const [group, name = ''] = key.split('.');
    if (group === 'pages' && (name === 'total' || name === 'black' || name === 'color')) return t(`kind.${name}`);
    if (group === 'source' && isFeedSource(name)) return t(`source.${name}`);
    if (group === 'scan' && (name === 'large' || name === 'small')) return `${t('scan.title')}, ${t(`scan.${name}`)}`;
    return key;
  };
}

/** Saves the cause of a counter break. */
function useExplain(deviceId: string) {
  const client = useQueryClient();
  const { queryKey } = historyQueries.counter(deviceId);
  const mutation = useMutation({
    mutationFn: (body: BreakAnswer) => orNotPermitted(explainBreak(deviceId, body)),
    onSuccess: (saved) => {
      if (saved === 'notPermitted') return;
      client.setQueryData(queryKey, (old) => {
        if (old?.breaks === undefined) return old;
        return { ...old, breaks: old.breaks.map((known) => (known.day === saved.day ? saved : known)) };
      });
      // The cause changes the continued total on this screen and the profile.
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: deviceQueries.profile(deviceId).queryKey });
    },
  });
  const { data, error } = mutation;
  return {
    explain: mutation.mutate,
    /** What is being saved. */
    saving: mutation.isPending ? mutation.variables : undefined,
    isSaved: data !== undefined && data !== 'notPermitted',
    isRefused: data === 'notPermitted',
    failure: error === null ? undefined : toStateOf(error),
  };
}
type Explanation = ReturnType<typeof useExplain>;
