import type { Condition } from '@platen/contract/worklist-item';
import { useTranslations } from 'use-intl/react';
import { toDate, useHeadline } from '../../../device/use-headline.ts';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { Source } from '../drawer/source.tsx';
import { KindGlyph } from '../glyphs.tsx';
import { PrioritySign } from '../priority-sign.tsx';
import styles from './send.module.css';
import { isJudged, type SendDevice, type toChosen } from './send-model.ts';

interface TableProps {
  readonly devices: readonly SendDevice[];
  readonly ticks: ReadonlySet<string>;
  readonly apart: ReadonlySet<string>;
  readonly onTick: (conditionId: string) => void;
  readonly onApart: (rowId: string) => void;
}

/** By device what can be sent, who found it, and which ticket it becomes. */
export function SendTable({ devices, ...rest }: TableProps) {
  const t = useTranslations('dialogs.send');
  return (
    <section className={styles.devices} aria-label={t('table')}>
      {devices.map((device) => (
        <Device key={device.rowId} device={device} {...rest} />
      ))}
    </section>
  );
}

interface DeviceProps extends Omit<TableProps, 'devices'> {
  readonly device: SendDevice;
}

function Device({ device, ticks, apart, onTick, onApart }: DeviceProps) {
  const t = useTranslations('dialogs.send');
  const { rowId, serial, model, customerName, description, priority, ticket, conditions } = device;
  const isApart = apart.has(rowId);
  return (
    <fieldset className={styles.device}>
      <legend className={styles.head}>
        <PrioritySign priority={priority} />
        <span className="code">{serial}</span> <b>{model}</b>{' '}
        <span className={styles.place}>
          {[customerName, description].filter((text) => text !== null && text !== '').join(', ')}
        </span>
        <span className={styles.becomes}>
          {ticket === null || isApart ? t('newTicket') : t('addsNote', { key: ticket.key ?? t('notNumbered') })}
        </span>
      </legend>
      {conditions.map((one) => (
        <Line
          key={one.conditionId}
          condition={one}
          serial={serial}
          isTicked={ticks.has(one.conditionId)}
          onTick={onTick}
        />
      ))}
      {ticket === null ? null : (
        <label className={styles.apart}>
          <input type="checkbox" checked={isApart} onChange={() => onApart(rowId)} />
          {t('apart')}
        </label>
      )}
    </fieldset>
  );
}

interface LineProps extends Pick<TableProps, 'onTick'> {
  readonly condition: Condition;
  readonly serial: string | null;
  readonly isTicked: boolean;
}

function Line({ condition, serial, isTicked, onTick }: LineProps) {
  const t = useTranslations('dialogs.send');
  const headline = useHeadline();
  const dates = useDates();
  const now = useMinute();
  const { conditionId, kind, subject, facts, signal, source, openedAt } = condition;
  const what = headline(condition);
  return (
    <label className={styles.line} data-judged={isJudged(condition) ? '' : undefined}>
      <input
        type="checkbox"
        aria-label={t('tick', { what, serial: serial ?? '' })}
        checked={isTicked}
        onChange={() => onTick(conditionId)}
      />
      <span className={styles.glyph}>
        <KindGlyph kind={kind} subject={facts.item ?? subject} isCleared={signal === 'cleared'} />
      </span>
      <span className={styles.what}>{what}</span>
      <Source source={source} />
      <span className={styles.since}>{t('since', { time: dates.moment(toDate(openedAt), now) })}</span>
    </label>
  );
}

/** That nothing has left by itself, and which predicted conditions a person has ticked (XC-01). */
export function SendDecide({ chosen: { judged, allJudged } }: { readonly chosen: ReturnType<typeof toChosen> }) {
  const t = useTranslations('dialogs');
  const headline = useHeadline();
  if (allJudged === 0) return null;
  return (
    <p className={styles.decide} role="note">
      <b>{t('decide.title')}</b> <span>{t('send.judged', { ticked: judged.length, count: allJudged })}</span>{' '}
      {judged.length === 0 ? null : (
        <span>{t('decide.judged', { names: judged.map(headline).join(t('decide.and')) })}</span>
      )}
    </p>
  );
}
