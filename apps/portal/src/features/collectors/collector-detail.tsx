import type { CollectorFailure, CollectorFinding, CollectorItem, FailureKind } from '@platen/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import tableStyles from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { toFindingText } from '../../device-facts/finding-text.ts';
import { DetailLists } from '../../ui/expandable-row.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { useAgeText, useDates } from '../../ui/use-dates.ts';
import styles from './collectors.module.css';
import { collectorQuery, toReasonText } from './model.ts';
import { StaleNote } from './pager.tsx';

/** The newest status of a collector. */
export function CollectorDetail({ collectorId, now }: { collectorId: string; now: Date }) {
  const t = useTranslations('reporting');
  const query = useQuery(collectorQuery(collectorId));
  const detail = query.data;
  const status = detail?.collector.status;
  return (
    <PanelBody state={toPanelState(query, 3)}>
      <StaleNote query={query} />
      {detail === undefined || status === undefined ? null : status === null ? (
        <p>{t('noStatus')}</p>
      ) : (
        <>
          <CollectorFacts status={status} now={now} />
          <DetailLists className={styles.lists}>
            <section>
              <h3>{t('failures')}</h3>
              <FailuresTable failures={detail.failures} total={status.failures} now={now} />
            </section>
            <section>
              <h3>{t('findings')}</h3>
              <FindingsList findings={detail.findings} now={now} />
            </section>
          </DetailLists>
        </>
      )}
    </PanelBody>
  );
}

type Status = NonNullable<CollectorItem['status']>;

/** What a collector reports of itself, label above value. */
function CollectorFacts({ status, now }: { status: Status; now: Date }) {
  const t = useTranslations('reporting');
  const { duration, ago } = useAgeText();
  const { moment } = useDates();
  const { queue, clockOffsetMs } = status;
  const clock = clockOffsetMs === 0 ? 'right' : clockOffsetMs > 0 ? 'ahead' : 'behind';
  const facts = [
    ['name', status.name],
    ...(status.host === undefined ? [] : [['host', status.host] as const]),
    ['started', moment(new Date(status.startedAt), now)],
    ['rounds', status.everyMs === null ? t('once') : t('every', { duration: duration(status.everyMs) })],
    ['round', toRoundText()],
    ['waiting', t('waiting', { count: queue.reports, size: Math.ceil(queue.bytes / 1024) })],
    ...(queue.refused === 0 ? [] : [['refused', t('refusedSince', { count: queue.refused })] as const]),
    [
      'clock',
      clock === 'right' ? t('clock.right') : t(`clock.${clock}`, { duration: duration(Math.abs(clockOffsetMs)) }),
    ],
    ['asOf', ago(new Date(status.receivedAt), now)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt className="label">{t(`facts.${name}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );

  function toRoundText(): string {
    if (status.round === null) return t('noRound');
    const { targets, printers, notPrinters: others, silent, failed } = status.round;
    return t('round', { targets, printers, others, silent, failed });
  }
}

interface FailuresTableProps {
  readonly failures: readonly CollectorFailure[];
  /** Number that the collector reported. */
  readonly total: number;
  readonly now: Date;
}

/** Every address that fails, with the reason and since when. Reasons are texts of the collector. */
function FailuresTable({ failures, total, now }: FailuresTableProps) {
  const t = useTranslations('reporting');
  const { ago } = useAgeText();
  if (total === 0) return <p className="quiet">{t('noFailures')}</p>;
  return (
    <>
      {failures.length < total && <p>{t('showing', { shown: failures.length, count: total })}</p>}
      <TableFrame label={t('failures')} className={styles.frame}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('columns.target')}</th>
              <th scope="col">{t('columns.device')}</th>
              <th scope="col">{t('columns.what')}</th>
              <th scope="col">{t('columns.since')}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ target, kind, serial, reason, since }) => (
              <tr key={`${target} ${kind} ${since}`}>
                <th scope="row" className="code">
                  {target}
                </th>
                <td className="code">{serial ?? '-'}</td>
                <td className={styles.reason}>
                  <FailureText kind={kind} reason={reason} target={target} />
                </td>
                <td>
                  <time dateTime={since}>{ago(new Date(since), now)}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}

interface FailureTextProps {
  readonly kind: FailureKind;
  readonly reason: string;
  /** The address it is about; null where it was not reported. */
  readonly target: string | null;
}

/** What fails, translated, and the collector's own reason, which is English. */
export function FailureText({ kind, reason, target }: FailureTextProps) {
  const t = useTranslations('reporting.failure');
  const text = toReasonText(kind, reason, target);
  return (
    <>
      {t(kind)}
      {text !== '' && (
        <span className="quiet" lang="en">
          {' '}
          {text}
        </span>
      )}
    </>
  );
}

/** The findings of the collector, a sentence each. */
function FindingsList({ findings, now }: { findings: readonly CollectorFinding[]; now: Date }) {
  const t = useTranslations('reporting');
  const { ago } = useAgeText();
  if (findings.length === 0) return <p className="quiet">{t('noFindings')}</p>;
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => {
        const { key, before, now: is } = toFindingText(finding);
        return (
          <li key={`${finding.kind} ${finding.target} ${finding.before} ${finding.now}`}>
            <span className="code">{finding.serial ?? finding.target}</span>{' '}
            <span>{t(`finding.${key}`, { before, now: is })}</span>{' '}
            <time className="quiet" dateTime={finding.since}>
              {ago(new Date(finding.since), now)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
