import type { CodeChangesAnswer } from '@platen/contract/code-history';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './history.module.css';
import { type Line, type Mark, toDayOf, toLanes, toLine, toPlace, toTicks } from './model.ts';

interface TimelineProps {
  readonly data: CodeChangesAnswer;
  /** Instants of the two sides; null: of no reading. */
  readonly left: string | null;
  readonly right: string | null;
  readonly onMove: (side: 'left' | 'right', day: string) => void;
}

/** Changes by day with visits and firmware above (CH-11); two handles choose what is compared. */
export function Timeline({ data, left, right, onMove }: TimelineProps) {
  const t = useTranslations('codeHistory');
  const { date } = useDates();
  const line = toLine(data);
  const lanes = toLanes(data, line);
  const track = useRef<HTMLDivElement>(null);
  const [next] = data.planned;
  const onDay = (day: string) => date(new Date(`${day}T12:00:00Z`));
  return (
    <section className={styles.sheet} aria-label={t('byDay')}>
      <h2>
        {t('byDay')} <small>{t('dragHandles', { days: line.days })}</small>
      </h2>
      <div className={styles.lanes}>
        <span className={styles.name} />
        <span className={styles.ticks} aria-hidden="true">
          {toTicks(line).map((day) => (
            <span key={day} style={{ insetInlineStart: `${toPlace(line, `${day}T00:00:00Z`)}%` }}>
              {date(new Date(`${day}T12:00:00Z`))}
            </span>
          ))}
        </span>
        <Lane name={t('lanes.visits')} line={line} silent={data.silentDays}>
          {data.visits.map((visit) => (
            <span key={visit.visitId} className={styles.visit} {...toSide(toPlace(line, visit.arrivedAt))}>
              {date(new Date(visit.arrivedAt))} {visit.technician}
            </span>
          ))}
          {next === undefined ? null : (
            <span className={styles.planned}>
              {t('planned', { date: onDay(next.day) })} {next.assignee}
              {data.planned.length > 1 ? ` +${data.planned.length - 1}` : null}
            </span>
          )}
        </Lane>
        <Lane name={t('lanes.firmware')} line={line} silent={data.silentDays}>
          {data.firmware.map((one) => (
            <span
              key={one.firstAfter}
              className={styles.visit}
              style={{ insetInlineStart: `${toPlace(line, one.lastBefore)}%` }}
            >
              {one.after}
            </span>
          ))}
        </Lane>
        {(['unlike', 'like', 'adjusting'] as const).map((name) => (
          <Lane key={name} name={t(`lanes.${name}`)} line={line} silent={data.silentDays}>
            {lanes[name].map((mark) => (
              <ChangeMark key={mark.key} mark={mark} isQuiet={name === 'adjusting'} />
            ))}
          </Lane>
        ))}
        <div ref={track} className={styles.handles}>
          {(['left', 'right'] as const).map((side) => (
            <Handle
              key={side}
              label={t(side)}
              at={side === 'left' ? left : right}
              line={line}
              track={() => track.current?.getBoundingClientRect()}
              toText={onDay}
              onMove={(day) => onMove(side, day)}
            />
          ))}
        </div>
      </div>
      <p className={styles.note}>
        {data.silentDays.length > 0 && (
          <span className={styles.unknown}>{t('silent', { count: data.silentDays.length })} </span>
        )}
        {t('spanNote')}
      </p>
    </section>
  );
}

/** Late on the line the text is before its mark, so that what is planned does not cover it. */
const toSide = (place: number) =>
  place > 50
    ? { 'data-late': '', style: { insetInlineEnd: `${100 - place}%` } }
    : { style: { insetInlineStart: `${place}%` } };

interface LaneProps {
  readonly name: string;
  readonly line: Line;
  readonly silent: readonly string[];
  readonly children: React.ReactNode;
}

function Lane({ name, line, silent, children }: LaneProps) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.lane}>
        {silent.map((day) => (
          <i
            key={day}
            className={styles.silent}
            style={{ insetInlineStart: `${toPlace(line, `${day}T00:00:00Z`)}%`, inlineSize: `${100 / line.days}%` }}
          />
        ))}
        {children}
      </span>
    </>
  );
}

function ChangeMark({ mark, isQuiet }: { readonly mark: Mark; readonly isQuiet: boolean }) {
  const t = useTranslations('codeHistory');
  const { dateTime } = useDates();
  const label = t('mark', {
    codes: `${mark.codes.slice(0, 5).join(', ')}${mark.codes.length > 5 ? ', …' : ''}`,
    from: dateTime(new Date(mark.span.lastBefore)),
    to: dateTime(new Date(mark.span.firstAfter)),
  });
  return (
    <i
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a mark on a line, which has no picture file
      role="img"
      aria-label={label}
      title={label}
      className={styles.mark}
      data-level={mark.level}
      data-quiet={isQuiet || undefined}
      style={{ insetInlineStart: `${mark.start}%`, inlineSize: `${mark.width}%` }}
    />
  );
}

interface HandleProps {
  readonly label: string;
  readonly at: string | null;
  readonly line: Line;
  readonly track: () => DOMRect | undefined;
  readonly toText: (day: string) => string;
  readonly onMove: (day: string) => void;
}

/** Days by which keys move a handle. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
};

/** A handle on the line of days, for pointer and keys. Of a side without a reading there is none. */
function Handle({ label, at, line, track, toText, onMove }: HandleProps) {
  if (at === null) return null;
  const place = toPlace(line, at);
  const last = line.days - 1;
  const step = Math.min(last, Math.floor((place / 100) * line.days));
  const move = (next: number) => {
    const day = Math.min(last, Math.max(0, next));
    if (day !== step) onMove(toDayOf(line, day));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    move(event.key === 'Home' ? 0 : event.key === 'End' ? last : step + (by ?? 0));
  };
  const onPointerUp = (event: PointerEvent<HTMLSpanElement>) => {
    const box = track();
    if (box === undefined || box.width === 0) return;
    move(Math.floor(((event.clientX - box.left) / box.width) * line.days));
  };
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two handles share one line of days
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={step}
      aria-valuetext={toText(toDayOf(line, step))}
      className={styles.handle}
      style={{ insetInlineStart: `${place}%` }}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerUp={onPointerUp}
    />
  );
}
