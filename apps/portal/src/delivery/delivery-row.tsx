import type { DeliveryState } from '@platen/contract/channel-names';
import type { Delivery } from '@platen/contract/deliveries';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useHeadline } from '../device/use-headline.ts';
import { useRefusal } from '../editing/form-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { ExpandableRow } from '../ui/expandable-row.tsx';
import { StatusShape } from '../ui/status-mark.tsx';
import { useDates, useMinute } from '../ui/use-dates.ts';
import { useAnswerWords } from './answer-words.ts';
import styles from './delivery.module.css';
import { KindGlyph } from './kind-glyph.tsx';
import { useSendAgain } from './queries.ts';

export const logColumns = ['time', 'event', 'subject', 'channel', 'state', 'tries', 'answer', 'next'] as const;

/** The states that somebody may have to look at have a shape. */
const shapes: Readonly<Partial<Record<DeliveryState, 'error' | 'warning'>>> = { failed: 'warning', givenUp: 'error' };
/** What may be sent once more (DE-19). */
const isSentAgain = (state: DeliveryState) => state === 'failed' || state === 'givenUp';

interface RowProps {
  readonly delivery: Delivery;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One message of the log; opened, each try with what the other side answered. */
export function DeliveryRow({ delivery, isOpen, onToggle }: RowProps) {
  const t = useTranslations('delivery');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const answer = useAnswerWords();
  const headline = useHeadline();
  const { at, kind, event, about, device, count, channel, state, reason, dueAt, tries } = delivery;
  const last = tries.at(-1);
  const shape = shapes[state];
  const isNamed = about !== null || device !== null;
  // A digest or summary names how many, even one; tests and notices have no number.
  const isGathered = kind === 'digest' || kind === 'summary';
  const more =
    count <= 1 && (isNamed || !isGathered)
      ? ''
      : isNamed
        ? ` ${t('log.more', { count: count - 1 })}`
        : t('log.several', { count });
  return (
    <ExpandableRow
      columns={logColumns.length}
      isOpen={isOpen}
      onToggle={onToggle}
      label={t('log.detail')}
      name={<span className={styles.time}>{dates.moment(new Date(at), now)}</span>}
      cells={
        <>
          <td data-column="event">
            {(kind !== 'change' && kind !== 'device') || event === null
              ? t(`log.kind.${kind}`)
              : event === 'resolved'
                ? t('log.resolved')
                : t(`subscription.event.${event}`)}
          </td>
          <td data-column="subject">
            {device === null ? null : (
              <>
                {device.model} <span className="code">{device.serial}</span> {device.customerName}
              </>
            )}
            {about === null ? null : (
              <>
                {headline(about)} <span className="code">{about.serial}</span> {about.customerName}
              </>
            )}
            {more}
          </td>
          <td data-column="channel">
            <span className={styles.channel}>
              <KindGlyph kind={channel.kind} />
              {channel.name}
            </span>
          </td>
          <td data-column="state">
            <span className={styles.state} data-state={state}>
              {shape === undefined ? null : <StatusShape status={shape} />}
              {t(`log.state.${state}`)}
            </span>
            {reason === null ? null : <span className={styles.reason}>{t(`log.reason.${reason}`)}</span>}
          </td>
          <td data-column="tries" data-label={t('log.columns.tries')}>
            {tries.length === 0 ? '-' : format.number(tries.length)}
          </td>
          <td data-column="answer">{last === undefined ? '-' : answer(last)}</td>
          <td data-column="next">
            {dueAt === null ? '-' : t('log.next', { time: dates.moment(new Date(dueAt), now) })}
          </td>
        </>
      }
    >
      <Tries delivery={delivery} />
    </ExpandableRow>
  );
}

function Tries({ delivery }: { readonly delivery: Delivery }) {
  const t = useTranslations('delivery.log');
  const format = useFormatter();
  const dates = useDates();
  const again = useSendAgain();
  const problem = useRefusal(again.error);
  const { deliveryId, tries, subscription, isJudged, state } = delivery;
  return (
    <>
      {tries.length === 0 ? (
        <p className="quiet">{t('noTry')}</p>
      ) : (
        <table className={styles.tries}>
          <thead>
            <tr>
              {(['number', 'when', 'answer', 'after', 'back'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`tries.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tries.map(({ at, code, milliseconds, answer, reason }, index) => (
              <tr key={at}>
                <th scope="row">{format.number(index + 1)}</th>
                <td>{dates.dateTime(new Date(at))}</td>
                <td>{code === null ? t('noAnswer') : String(code)}</td>
                <td>{t('seconds', { seconds: format.number(milliseconds / 1000, { maximumFractionDigits: 2 }) })}</td>
                <td>
                  {reason === null ? null : <span>{reason}</span>}
                  {answer === null || answer === '' ? null : <code className={styles.back}>{answer}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.triesFoot}>
        {isSentAgain(state) ? (
          <Button busy={again.isPending} onClick={() => again.mutate({ deliveryIds: [deliveryId] })}>
            {t('again')}
          </Button>
        ) : null}
        <span>{t('id', { id: deliveryId })}</span>
        {subscription === null ? null : <span>{t('bySubscription', { name: subscription.name })}</span>}
        {isJudged ? <span>{t('judged')}</span> : null}
        {problem === undefined ? null : (
          <span className={styles.trouble} role="alert">
            {problem}
          </span>
        )}
      </p>
    </>
  );
}
