import type { WorklistDetail } from '@platen/contract/worklist';
import type { WorklistEvent } from '@platen/contract/worklist-item';
import { resolveReasons, snoozeReasons, undoableActions } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toDate, useMatter } from '../../../device/use-headline.ts';
import { Button } from '../../../ui/button.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import type { Done } from '../outcome.ts';
import styles from './history.module.css';
import { toErrorDays, toPlaceOnLine } from './history-model.ts';
import { Section } from './section.tsx';

/** Days of the two lines of time. */
const lineDays = 30;
/** Entries that are shown at first. */
const firstEntries = 8;

interface HistoryProps {
  readonly detail: WorklistDetail;
  readonly onUndo: (done: Omit<Done, 'rowIds'>) => void;
}

/** What the device and people did: two lines of time, and each transition with person and time (WL-59). */
export function History({ detail, onUndo }: HistoryProps) {
  const t = useTranslations('drawer');
  const [isAll, setAll] = useState(false);
  const { events, eventCount } = detail;
  const shown = isAll ? events : events.slice(0, firstEntries);
  return (
    <Section
      title={t('history.title')}
      note={t('history.note')}
      aside={
        events.length > firstEntries ? (
          <Button variant="link" onClick={() => setAll(!isAll)}>
            {isAll ? t('history.fewer') : t('history.all', { count: eventCount })}
          </Button>
        ) : undefined
      }
    >
      <Lines detail={detail} />
      {events.length === 0 ? <p className="quiet">{t('history.nothing')}</p> : null}
      <dl className={styles.entries}>
        {shown.map((event) => (
          <Entry key={event.eventId} event={event} detail={detail} onUndo={onUndo} />
        ))}
      </dl>
      {isAll && eventCount > events.length ? (
        <p className="quiet">{t('history.firstOf', { shown: events.length, count: eventCount })}</p>
      ) : null}
    </Section>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/** Errors and silences of the device, and below them the actions of people, 30 days to today. */
function Lines({ detail: { errors, silences, events } }: { readonly detail: WorklistDetail }) {
  const t = useTranslations('drawer');
  const common = useTranslations('common');
  const now = useMinute();
  const days = toErrorDays(errors, { days: lineDays, now });
  const count = days.reduce((sum, one) => sum + one.count, 0);
  const withErrors = days.filter((one) => one.count > 0).length;
  const quiet = silences.flatMap(({ from, to }) => {
    const end = toPlaceOnLine(to === null ? now : toDate(to), lineDays, now);
    return end === undefined ? [] : [{ from, start: toPlaceOnLine(toDate(from), lineDays, now) ?? 0, end }];
  });
  const acts = events.flatMap(({ eventId, at, by, undone }) => {
    const place = by === null || undone ? undefined : toPlaceOnLine(toDate(at), lineDays, now);
    return place === undefined ? [] : [{ eventId, place }];
  });
  const summary = [
    count === 0 ? t('history.noErrors') : t('history.errors', { count, days: withErrors }),
    ...(quiet.length === 0 ? [] : [t('history.silences', { count: quiet.length })]),
  ].join(common('list.separator'));
  return (
    <div className={styles.lines}>
      <p className="vh">{t('history.lanes')}</p>
      <span>{t('history.device')}</span>
      <span className={styles.line} title={summary}>
        <span className="vh">{summary}</span>
        {quiet.map(({ from, start, end }) => (
          <i key={from} data-quiet="" style={{ insetInlineStart: percent(start), inlineSize: percent(end - start) }} />
        ))}
        {days.map((one, index) =>
          one.count === 0 ? null : (
            <i
              key={one.day}
              style={{ insetInlineStart: percent(index / lineDays), inlineSize: percent(1 / lineDays) }}
            />
          ),
        )}
      </span>
      <span>{t('history.people')}</span>
      <span className={styles.line} aria-hidden="true">
        {acts.map(({ eventId, place }) => (
          <b key={eventId} style={{ insetInlineStart: percent(place) }} />
        ))}
      </span>
      <span />
      <span className={styles.lineEnds} aria-hidden="true">
        <span>{t('history.note')}</span>
        <span>{t('history.today')}</span>
      </span>
    </div>
  );
}

/**
 * Everything of this row that the action of an entry changed; undefined: it can no longer be taken back, or
 * another entry of the same action offers it.
 */
function toUndo({ eventId, actionId, change }: WorklistEvent, { events, conditions }: WorklistDetail) {
  const action = undoableActions.find((one) => one === change);
  if (actionId === undefined || action === undefined) return undefined;
  if (events.find((one) => one.actionId === actionId)?.eventId !== eventId) return undefined;
  const of = new Set(events.flatMap((one) => (one.actionId === actionId ? one.conditionId : [])));
  return { actionId, action, conditions: conditions.filter(({ conditionId }) => of.has(conditionId)) };
}

interface EntryProps extends HistoryProps {
  readonly event: WorklistEvent;
}

function Entry({ event, detail, onUndo }: EntryProps) {
  const worklist = useTranslations('worklist');
  const t = useTranslations('drawer');
  const dates = useDates();
  const matter = useMatter();
  const change = useChange(event, detail);
  const now = useMinute();
  const undo = toUndo(event, detail);
  const about = detail.conditions.find(({ conditionId }) => conditionId === event.conditionId);
  const words = (
    <>
      <b>{change}</b>
      {about === undefined ? null : <> {matter(about)}</>}
      {typeof event.detail['note'] === 'string' ? <> “{event.detail['note']}”</> : null}
    </>
  );
  return (
    <>
      <dt>{dates.moment(toDate(event.at), now)}</dt>
      <dd>
        {event.undone ? <s>{words}</s> : words}{' '}
        <small>
          {event.by === null ? t('history.server') : event.by.name}
          {event.undone ? ` · ${t('history.undone')}` : ''}
        </small>
        {undo === undefined ? null : (
          <Button variant="link" onClick={() => onUndo(undo)}>
            {worklist('actions.undo')}
          </Button>
        )}
      </dd>
    </>
  );
}

/** Steps whose words need no value: those of the server, then those of people. */
const steps = [
  'opened',
  'overdue',
  'forgotten',
  'woken',
  'worse',
  'cleared',
  'goneByItself',
  'returned',
  'cameBack',
  'released',
  'retired',
  'withdrawn',
  'acknowledge',
  'unplan',
  'wake',
  'note',
  'visitFixed',
  'handOver',
  'handOverByRule',
  'ticketSolved',
  'ticketReopened',
  'call',
  'undo',
] as const;

/** What an entry's step was, in words; one without a text of its own by its name. */
function useChange({ change, detail }: WorklistEvent, { events }: WorklistDetail): string {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const dates = useDates();
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : undefined);
  const given = text('reason');
  const snoozed = snoozeReasons.find((one) => one === given);
  const resolved = resolveReasons.find((one) => one === given);
  const reason =
    snoozed !== undefined
      ? worklist(`snoozeReasons.${snoozed}`)
      : resolved !== undefined
        ? worklist(`resolveReasons.${resolved}`)
        : (given ?? '');
  switch (change) {
    case 'assign': {
      const name = text('assigneeName') ?? nameOf(text('assignee'), events);
      return typeof detail['assignee'] !== 'string'
        ? t('changes.assignNone')
        : t('changes.assign', { name: name ?? '-' });
    }
    case 'plan':
      return t('changes.plan', { day: dates.date(toDate(text('plannedDay') ?? '')) });
    case 'snooze': {
      const until = detail['until'];
      return typeof until === 'string' || typeof until === 'number'
        ? t('changes.snooze', { day: dates.date(new Date(until)), reason })
        : t('changes.snoozeWorse', { reason });
    }
    case 'resolve':
      return t('changes.resolve', { reason });
  }
  const step = steps.find((one) => one === change);
  return step === undefined ? change : t(`changes.${step}`);
}

/** The name of a person who appears in the history. */
const nameOf = (userId: string | undefined, events: readonly WorklistEvent[]): string | undefined =>
  events.find(({ by }) => by?.userId === userId)?.by?.name;
