import type { VisitPage, VisitRow } from '@platen/contract/visits';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { viewerTimeZone } from '../../platform/environment.ts';
import { Icon } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import styles from './lanes.module.css';
import { type BlockLook, toLanes } from './to-lanes.ts';

/** `HH:MM` of the organisation. */
export const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

/** Visits of today on hours, a lane for each person (VP-06). Times are those of the organisation. */
export function TodayLanes({ page, visits }: { readonly page: VisitPage; readonly visits: readonly VisitRow[] }) {
  const t = useTranslations('visits');
  const format = useFormatter();
  const minute = useMinute();
  const clock = clockOf(page.zone);
  const now = clock.format(minute);
  const lanes = toLanes(visits, {
    now,
    workingHours: page.workingHours,
    timeOf: (instant) => clock.format(new Date(instant)),
  });
  const [first = 0] = lanes.hours;
  const span = Math.max(1, lanes.hours.length - 1);
  return (
    <section className={styles.lanes} aria-label={t('lanes.title')}>
      <div className={styles.scale} aria-hidden="true">
        <span className={styles.name}>
          {t('row.today')},{' '}
          {format.dateTime(toDate(page.today), { weekday: 'short', month: '2-digit', day: '2-digit' })}
          {page.zone === viewerTimeZone() ? null : ` ${page.zone}`}
        </span>
        <span className={styles.untimed}>{t('lanes.untimed')}</span>
        <span className={styles.hours}>
          {lanes.labelled.map((hour) => (
            <ScaleLabel key={hour} at={(100 * (hour - first)) / span}>
              {hour}:00
            </ScaleLabel>
          ))}
          {lanes.now === undefined ? null : (
            <ScaleLabel className={styles.now} at={lanes.now}>
              {now}
            </ScaleLabel>
          )}
        </span>
      </div>
      {lanes.lanes.map((lane) => (
        <div key={lane.person?.userId ?? ''} className={styles.lane}>
          <h2 className={styles.name}>
            {lane.person?.name ?? t('row.noAssignee')} <span>{lane.count}</span>
          </h2>
          <div className={styles.untimed}>
            {lane.untimed.map(({ visit, look }) => (
              <Block key={visit.visitId} visit={visit} look={look} />
            ))}
          </div>
          <div className={styles.hours} style={{ blockSize: `${lane.lines * 46 + 4}px` }}>
            {lanes.hours.slice(1, -1).map((hour) => (
              <i key={hour} style={{ insetInlineStart: `${(100 * (hour - first)) / span}%` }} />
            ))}
            {lanes.now === undefined ? null : (
              <i className={styles.nowLine} style={{ insetInlineStart: `${lanes.now}%` }} />
            )}
            {lane.blocks.map(({ visit, look, start, width, line }) => (
              <Block
                key={visit.visitId}
                visit={visit}
                look={look}
                style={{
                  insetInlineStart: `${start}%`,
                  inlineSize: `calc(${width}% - 3px)`,
                  insetBlockStart: `${line * 46 + 4}px`,
                }}
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

interface LabelProps {
  /** Percent of the width. */
  readonly at: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A label under its place; near an end of the scale it stands inside of it. */
function ScaleLabel({ at, className, children }: LabelProps) {
  const end = at < 2 ? 'start' : at > 98 ? 'end' : undefined;
  return (
    <em className={className} data-end={end} style={{ insetInlineStart: `${at}%` }}>
      {children}
    </em>
  );
}

interface BlockProps {
  readonly visit: VisitRow;
  readonly look: BlockLook;
  readonly style?: { readonly [name: string]: string };
}

function useBlockNote({ devices, externalKey }: VisitRow, look: BlockLook): string {
  const t = useTranslations('visits');
  if (look === 'late') return t('row.late');
  if (look === 'elsewhere') return externalKey ?? t('kinds.elsewhere');
  return look === 'planned' ? t('row.devices', { count: devices.length }) : t(`states.${look}`);
}

function Block({ visit, look, style }: BlockProps) {
  const t = useTranslations('visits');
  const { hours } = visit;
  const time = hours === null ? t('row.noHours') : hours.to === null ? hours.from : `${hours.from}–${hours.to}`;
  const customer = visit.customerName ?? t('row.unknownCustomer');
  const note = useBlockNote(visit, look);
  return (
    <Link
      to="/visits/$visitId"
      params={{ visitId: visit.visitId }}
      className={styles.block}
      data-look={look}
      style={style}
      title={`${customer}, ${time}, ${note}`}
    >
      {look === 'done' ? <Icon name="check" /> : look === 'late' ? <Icon name="clock" /> : null}
      <b>{customer}</b> <span>{note}</span>
      <span className="vh">{time}</span>
    </Link>
  );
}
