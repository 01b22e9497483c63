import { stepOf } from '@platen/catalogue/condition-step';
import { lastHeardOf } from '@platen/contract/last-heard';
import type { TicketMark, WorklistRow } from '@platen/contract/worklist-item';
import type { ConditionMark } from '@platen/contract/worklist-names';
import { memo, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate, useHeadline } from '../../device/use-headline.ts';
import { Icon } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { useAgeText } from '../../ui/use-dates.ts';
import { Glyph, KindGlyph, markGlyphs } from './glyphs.tsx';
import { PrioritySign } from './priority-sign.tsx';
import type { Pending } from './use-pending.ts';
import cells from './worklist-row.module.css';
import styles from './worklist-table.module.css';

interface RowProps {
  readonly row: WorklistRow;
  readonly now: Date;
  /** The day in the zone of the organisation. */
  readonly today: string;
  /** Points of the longest bar. */
  readonly most: number;
  /** The user's own id; undefined while it is not known. */
  readonly userId: string | undefined;
  /** An action of the user that is on its way. */
  readonly pending: Pending | undefined;
  /** The drawer takes a part of the width: who has the row stands with its state. */
  readonly isNarrow: boolean;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly isChanged: boolean;
  readonly isGone: boolean;
  readonly hasTabStop: boolean;
  readonly onCurrent: (rowId: string) => void;
  readonly onOpen: (rowId: string) => void;
  readonly onSelect: (rowId: string, toHere: boolean) => void;
}

/** What a row is about: its serial, or the name of a collector or customer. */
export const nameOfRow = ({ serial, name, customerName, customerNumber }: WorklistRow): string =>
  serial ?? name ?? customerName ?? customerNumber ?? '';

/** One device, collector or customer with what needs somebody (WL-56). */
export const WorklistTableRow = memo(function WorklistTableRow(props: RowProps) {
  const { row, now, today, most, userId, pending, isNarrow, isCurrent, isSelected, isChanged, isGone, hasTabStop } =
    props;
  const { onCurrent, onOpen, onSelect } = props;
  const t = useTranslations('worklist');
  const age = useAgeText();
  const { rowId, priority, conditions, since, assignee, ticket } = row;
  const state = pending?.state ?? row.state;
  const plannedDay = pending?.plannedDay ?? row.plannedDay;
  // Of what was resolved: no class, and nothing to lose by waiting.
  const isResolved = row.state === 'resolved';
  const isDown = !isGone && !isResolved && conditions[0]?.kind === 'down' && conditions[0].signal === 'active';
  const isMine = userId !== undefined && assignee?.userId === userId;
  const who = assignee === null ? <span className="quiet">-</span> : isMine ? <b>{t('you')}</b> : assignee.name;
  return (
    <tr
      aria-selected={isSelected}
      aria-busy={pending === undefined ? undefined : true}
      data-row={rowId}
      tabIndex={hasTabStop ? 0 : -1}
      className={classNames(
        styles.row,
        isCurrent && styles.current,
        isSelected && styles.selected,
        isDown && styles.down,
        state === 'open' && !isGone && styles.fresh,
        state === 'planned' && styles.planned,
        isGone && styles.gone,
      )}
      onFocus={() => onCurrent(rowId)}
      onClick={(event) => {
        if (!(event.target instanceof Element) || event.target.closest('a, button, input, label') !== null) return;
        // The box is small: a press next to it means it too.
        if (event.target.closest('td') === event.currentTarget.cells[0]) onSelect(rowId, event.shiftKey);
        else onOpen(rowId);
      }}
    >
      <td className={styles.check}>
        <input
          type="checkbox"
          aria-label={`${t('columns.select')} ${nameOfRow(row)}`}
          checked={isSelected}
          disabled={isGone}
          tabIndex={-1}
          onChange={() => undefined}
          onClick={(event) => onSelect(rowId, event.shiftKey)}
        />
      </td>
      <td className={styles.priority}>
        {row.isNew ? (
          <span className={cells.new} title={t('isNew')}>
            <span className="vh">{t('isNew')}</span>
          </span>
        ) : null}
        {isResolved ? null : <PrioritySign priority={priority} />}
      </td>
      <td className={styles.cost}>{isResolved ? <span className="quiet">-</span> : <Cost row={row} most={most} />}</td>
      <td className={styles.what}>
        <What row={row} isChanged={isChanged} isGone={isGone} />
      </td>
      <th scope="row" className={styles.device}>
        <span className="code">{nameOfRow(row)}</span> <span className={cells.model}>{row.model}</span>
      </th>
      <td className={styles.customer} title={customerText(row)}>
        {row.customerName ?? row.customerNumber ?? <span className="quiet">-</span>}{' '}
        <span className={cells.place}>{row.description}</span>
      </td>
      <td className={styles.since}>{age.duration(Math.max(0, now.getTime() - Date.parse(since)))}</td>
      <td className={styles.answer}>
        <AnswerTime row={row} now={now} />
      </td>
      <td className={styles.state}>
        {pending === undefined ? null : <span className={cells.busy} aria-hidden="true" />}
        {isNarrow && state === 'assigned' && assignee !== null ? null : state === 'planned' && plannedDay !== null ? (
          <Planned row={row} day={plannedDay} today={today} isShort={isNarrow} />
        ) : ticket !== undefined && pending === undefined && state !== 'snoozed' && !isResolved ? (
          <Ticketed ticket={ticket} />
        ) : (
          t(`states.${state}`)
        )}{' '}
        {assignee === null || state === 'open' ? null : (
          <span className={cells.whoNarrow}>
            <Icon name="user" />
            {who}
          </span>
        )}
      </td>
      <td className={styles.who} title={assignee?.name}>
        {who}
      </td>
    </tr>
  );
});

const customerText = ({ customerName, customerNumber, description }: WorklistRow): string =>
  [customerName ?? customerNumber, description].filter((text) => text !== null && text !== '').join(', ');

/** Points with their bar: solid what was reported, banded what was judged; all rows on one scale. */
function Cost({ row: { cost, judgedCost, unknown }, most }: { row: WorklistRow; most: number }) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  const points = (value: number) => format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const share = (value: number) => `${most > 0 ? Math.min(100, (100 * value) / most) : 0}%`;
  const missing = unknown === 0 ? '' : `, ${t('unknown', { count: unknown })}`;
  const label = t('costLabel', { cost: points(cost), judged: points(judgedCost) });
  return (
    <span className={cells.points} title={`${label}${missing}`}>
      <b>{points(cost)}</b>
      <span className="vh">{missing}</span>
      <span className={cells.bar} aria-hidden="true">
        <i style={{ inlineSize: share(Math.max(0, cost - judgedCost)) }} />
        <i className={cells.judged} style={{ inlineSize: share(judgedCost) }} />
      </span>
    </span>
  );
}

/** Rows that say what to do next: those that must not wait. */
const isPressing = ({ priority, state }: WorklistRow): boolean =>
  state !== 'resolved' && (priority === 'P1' || priority === 'P2');

/** Headline of the costliest condition, what to do next, the next one, how many more, and the marks. */
function What({ row, isChanged, isGone }: { row: WorklistRow; isChanged: boolean; isGone: boolean }) {
  const t = useTranslations('worklist');
  const headline = useHeadline();
  const [first, second] = row.conditions;
  const steps = useTranslations('headlines.steps');
  const step = first === undefined ? undefined : stepOf(first);
  const more = row.conditionCount - (second === undefined ? 1 : 2);
  return (
    <span className={cells.words}>
      {first === undefined ? null : (
        <>
          <span className={cells.glyph}>
            <KindGlyph
              kind={first.kind}
              subject={first.facts.item ?? first.subject}
              isCleared={first.signal === 'cleared'}
            />
          </span>
          <span className={cells.lines} title={row.conditions.map(headline).join('\n')}>
            <span className={styles.first}>
              <WithCode text={headline(first)} code={first.facts.code} />
            </span>
            {step === undefined || !isPressing(row) ? null : <span className={cells.step}> · {steps(step)}</span>}{' '}
            {second === undefined ? null : <span className={cells.second}>{headline(second)}</span>}
          </span>
        </>
      )}
      {more > 0 ? (
        <span className={cells.more} title={t('moreLabel', { count: more })}>
          {t('more', { count: more })}
        </span>
      ) : null}
      <Marks row={row} />
      {isChanged ? <span className={classNames(cells.mark, cells.warning)}>{t('changed')}</span> : null}
      {isGone ? <span className={cells.mark}>{t('gone')}</span> : null}
    </span>
  );
}

/** A code stands in the face of codes. */
function WithCode({ text, code }: { text: string; code: string | undefined }): ReactNode {
  const at = code === undefined || code === '' ? -1 : text.indexOf(code);
  if (code === undefined || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="code">{code}</span>
      {text.slice(at + code.length)}
    </>
  );
}

/** Marks that stand in the row; others stand in the drawer. */
const strong: Readonly<Partial<Record<ConditionMark, 'error' | 'warning'>>> = {
  overdue: 'error',
  cameBack: 'warning',
  forgotten: 'warning',
  flickering: 'warning',
  worse: 'warning',
};

function Marks({ row }: { row: WorklistRow }) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  const [mark] = row.marks;
  if (mark === undefined) return null;
  const tone = strong[mark];
  const since = lastHeardOf(row.conditions);
  const date = since === undefined ? '' : format.dateTime(toDate(since), 'date');
  const words = mark === 'notHeardOf' ? t('marks.notHeardOf', { date }) : t(`marks.${mark}`);
  return (
    <span className={classNames(cells.mark, tone !== undefined && cells[tone])} title={words}>
      <Glyph name={markGlyphs[mark]} />
      <span className={cells.markWords}>{words}</span>
    </span>
  );
}

/** Working time left until somebody must have acknowledged (WL-51), with the factor it puts on the order. */
function AnswerTime({ row: { answer }, now }: { row: WorklistRow; now: Date }) {
  const t = useTranslations('worklist');
  const age = useAgeText();
  if (answer === null) return <span className="quiet">-</span>;
  const { minutesLeft, factor, due } = answer;
  const isOver = minutesLeft <= 0 || Date.parse(due) <= now.getTime();
  const minutes = isOver
    ? Math.max(0, Math.round((now.getTime() - Date.parse(due)) / 60_000))
    : Math.round(minutesLeft);
  const time =
    minutes >= 48 * 60
      ? age.duration(minutes * 60_000)
      : minutes < 60
        ? t('minutes', { count: minutes })
        : t('hours', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') });
  return (
    <>
      <span className={isOver ? cells.error : factor > 1 ? cells.warning : undefined}>
        {isOver ? t('over', { time }) : time}
      </span>
      {factor > 1 && !isOver ? <span className={cells.factor}>{t('factor', { factor })}</span> : null}
    </>
  );
}

/** That another system has it, by the number over there once it is known (TK-02, TK-11). */
function Ticketed({ ticket }: { readonly ticket: TicketMark }) {
  const t = useTranslations('worklist');
  const { system, state, isNotConfirmed } = ticket;
  const text = useTicketText(ticket);
  return (
    <span
      className={classNames(cells.visit, isNotConfirmed && cells.warning)}
      title={t('ticket.label', { system, state: t(`ticketStates.${state}`) })}
    >
      <Glyph name="away" />
      <span className={cells.ticket}>{text}</span>
    </span>
  );
}

function useTicketText({ state, key, isNotConfirmed }: TicketMark): string {
  const t = useTranslations('worklist.ticket');
  if (isNotConfirmed) return t('notConfirmed');
  if (state === 'requested') return t('requested');
  return key === null ? t('open') : t('known', { key });
}

interface PlannedProps {
  readonly row: WorklistRow;
  readonly day: string;
  readonly today: string;
  readonly isShort: boolean;
}

/** The day of the visit, as the way to it. */
function Planned({ row, day, today, isShort }: PlannedProps) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  const date = toDate(day);
  const visitId = row.conditions.find((one) => one.plannedDay === day && one.visitId !== null)?.visitId ?? null;
  const words = (
    <>
      <Glyph name="calendar" />
      {day === today
        ? t(isShort ? 'today' : 'visitToday')
        : isShort
          ? format.dateTime(date, { month: 'numeric', day: 'numeric' })
          : t('visitOn', { date: format.dateTime(date, 'date') })}
    </>
  );
  if (visitId === null) return <span className={cells.visit}>{words}</span>;
  return (
    <Link to="/visits/$visitId" params={{ visitId }} tabIndex={-1} className={cells.visit}>
      {words}
    </Link>
  );
}
