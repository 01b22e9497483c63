import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import { stepOf } from '@platen/catalogue/condition-step';
import { adviceSeverityCodes, subjectOf } from '@platen/contract/advice';
import { dayMs } from '@platen/contract/constants';
import { lastHeardOf } from '@platen/contract/last-heard';
import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition, TicketMark } from '@platen/contract/worklist-item';
import { useTranslations } from 'use-intl/react';
import { toDate, useHeadline } from '../../../device/use-headline.ts';
import { environment } from '../../../platform/environment.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { KindGlyph } from '../glyphs.tsx';
import { Chart } from './chart.tsx';
import styles from './drawer.module.css';
import { Resolved } from './resolved.tsx';
import { Section } from './section.tsx';
import { Source } from './source.tsx';

interface ConditionsProps {
  readonly rowId: string;
  readonly detail: WorklistDetail;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (id: string) => void;
  readonly onTickAll: () => void;
}

/** Conditions with their evidence and check marks; then what follows from others, and what is resolved. */
export function Conditions({ rowId, detail, ticked, onTick, onTickAll }: ConditionsProps) {
  const t = useTranslations('drawer');
  const { conditions, conditionCount, watch } = detail;
  const open = conditions.filter(({ work }) => work !== 'resolved');
  const resolved = conditions.filter(({ work }) => work === 'resolved');
  const follows = open.filter(({ inhibitedBy }) => inhibitedBy !== null).length;
  return (
    <Section
      title={t('conditions.title')}
      note={t(follows === 0 ? 'conditions.open' : 'conditions.count', { open: open.length, follows })}
      aside={
        open.length > 1 ? (
          <Button variant="link" onClick={onTickAll}>
            {t('conditions.tickAll')}
          </Button>
        ) : undefined
      }
    >
      <ul className={styles.conditions}>
        {open.map((condition) => (
          <OpenCondition
            key={condition.conditionId}
            condition={condition}
            cause={conditions.find(({ conditionId }) => conditionId === condition.inhibitedBy)}
            detail={detail}
            isTicked={ticked.has(condition.conditionId)}
            onTick={() => onTick(condition.conditionId)}
          />
        ))}
      </ul>
      {watch.length === 0 ? null : <p className="quiet">{t('watch', { names: watch.map(toName).join(', ') })}</p>}
      {conditionCount > open.length ? (
        <Resolved rowId={rowId} first={resolved} count={conditionCount - open.length} read={conditions.length} />
      ) : null}
    </Section>
  );
}

interface OpenConditionProps {
  readonly condition: Condition;
  /** The condition that it follows from, where that one is shown. */
  readonly cause: Condition | undefined;
  readonly detail: WorklistDetail;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}

function OpenCondition({ condition, cause, detail, isTicked, onTick }: OpenConditionProps) {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const headline = useHeadline();
  const dates = useDates();
  const { kind, subject, facts, signal, marks, lastSeenAt } = condition;
  const now = useMinute();
  const what = headline(condition);
  const follows = condition.inhibitedBy !== null;
  const phone = detail.phone.find(({ conditionId }) => conditionId === condition.conditionId);
  return (
    <li className={styles.condition} data-follows={follows ? '' : undefined}>
      <input type="checkbox" checked={isTicked} aria-label={t('conditions.tick', { what })} onChange={onTick} />
      <span className={styles.glyph}>
        <KindGlyph kind={kind} subject={facts.item ?? subject} isCleared={signal === 'cleared'} />
      </span>
      <div className={styles.words}>
        <p>
          <b data-kind={kind === 'down' && signal === 'active' ? 'down' : undefined}>{what}</b>{' '}
          <span className="quiet">
            {t('conditions.since', { time: dates.moment(toDate(condition.openedAt), now) })}
          </span>
          {marks.map((mark) => (
            <span key={mark} className={styles.mark} data-mark={mark}>
              {mark === 'notHeardOf'
                ? worklist('marks.notHeardOf', {
                    date: dates.date(toDate(lastHeardOf(detail.conditions) ?? lastSeenAt)),
                  })
                : worklist(`marks.${mark}`)}
            </span>
          ))}
        </p>
        <p className={styles.evidence}>
          <Source source={condition.source} />
          <span>{t(`conditions.who.${condition.whoCanAct}`)}</span>
          {useStanding(condition, cause === undefined ? undefined : headline(cause)).map((text) => (
            <span key={text}>{text}</span>
          ))}
          <PlannedVisit condition={condition} />
          {condition.ticket === undefined ? null : <Ticket ticket={condition.ticket} />}
          {phone === undefined ? null : <span>{t('conditions.phone', phone)}</span>}
        </p>
        <Todo condition={condition} />
      </div>
      <Chart condition={condition} errors={detail.errors} />
    </li>
  );
}

/** The ticket of another system: which, how it stands there, and the way to it (TK-02). */
function Ticket({ ticket: { system, state, key, url, isNotConfirmed } }: { readonly ticket: TicketMark }) {
  const t = useTranslations('worklist');
  const how = t(isNotConfirmed ? 'ticket.notConfirmed' : `ticketStates.${state}`);
  return (
    <span>
      {t('ticket.label', { system, state: how })}
      {key === null ? null : (
        <>
          {', '}
          {url === null ? (
            <span className="code">{key}</span>
          ) : (
            <a className="code" href={url} target="_blank" rel="noreferrer">
              {key}
            </a>
          )}
        </>
      )}
    </span>
  );
}

/** The name of a part or drive in its advice. */
const toName = ({ component, messageId }: WorklistDetail['watch'][number]): string =>
  adviceMessage(`${subjectOf(messageId)}${adviceSeverityCodes.name}`, environment().locale) ?? component;

/** What to do next: of a part or drive its advice, else the step of its kind. */
function Todo({ condition }: { readonly condition: Condition }) {
  const t = useTranslations('drawer.conditions');
  const steps = useTranslations('headlines.steps');
  const { messageId } = condition.facts;
  const advice = messageId === undefined ? undefined : adviceMessage(messageId, environment().locale);
  const step = stepOf(condition);
  const what = advice ?? (step === undefined ? undefined : t('todo', { step: steps(step) }));
  return what === undefined ? null : <p className={styles.todo}>{what}</p>;
}

/** The day of the visit, as the way to it; a day set before there were visits leads nowhere. */
function PlannedVisit({ condition: { plannedDay, visitId } }: { readonly condition: Condition }) {
  const t = useTranslations('drawer');
  const dates = useDates();
  if (plannedDay === null) return null;
  const text = t('conditions.planned', { day: dates.date(toDate(plannedDay)) });
  return (
    <span>
      {visitId === null ? (
        text
      ) : (
        <Link to="/visits/$visitId" params={{ visitId }}>
          {text}
        </Link>
      )}
    </span>
  );
}

/** What the device shows of a condition and what people did about it, in short sentences. */
function useStanding(condition: Condition, cause: string | undefined): string[] {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const dates = useDates();
  const { signal, clearedAt, inhibitedBy, assignee, snooze, regressions, facts, lastSeenAt } = condition;
  const date = (at: string) => dates.date(toDate(at));
  const day = (days: number) =>
    dates.date(new Date(toDate(facts.asOf ?? lastSeenAt).getTime() + Math.round(days) * dayMs));
  const { range, risk } = facts;
  const texts: (string | undefined)[] = [
    facts.text,
    range === undefined || range.upper <= range.lower
      ? undefined
      : t('conditions.range', { from: day(range.lower), to: day(range.upper) }),
    risk === undefined || risk.within14Days < 1
      ? undefined
      : t('conditions.risk', { percent: Math.round(risk.within14Days) }),
    signal === 'clearing' ? t('conditions.clearing') : undefined,
    signal === 'cleared' && clearedAt !== null ? t('conditions.cleared', { time: date(clearedAt) }) : undefined,
    signal === 'unknown' ? t('conditions.signalUnknown') : undefined,
    inhibitedBy === null || cause === undefined ? undefined : t('conditions.follows', { what: cause }),
    regressions > 0 ? t('conditions.returned', { count: regressions }) : undefined,
    assignee === null ? undefined : t('conditions.assigned', { name: assignee.name }),
  ];
  if (snooze !== null) {
    const reason = snooze.note ?? worklist(`snoozeReasons.${snooze.reason}`);
    texts.push(
      snooze.until === null
        ? t('conditions.snoozedWorse', { reason })
        : t('conditions.snoozedUntil', { day: date(snooze.until), reason }),
    );
  }
  return texts.flatMap((text) => (text === undefined || text === '' ? [] : [text]));
}
