import type { CloseLine } from '@platen/contract/close-lines';
import { outlierShare } from '@platen/contract/close-values';
import { useTranslations } from 'use-intl/react';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText, useMinute } from '../../ui/use-dates.ts';
import { LineChart } from './line-chart.tsx';
import { type DetailProps, LineDetail } from './line-detail.tsx';
import { deviceName, hasEnded, keyOf, shareOf } from './line-names.ts';
import styles from './line-row.module.css';

interface RowProps extends DetailProps {
  readonly isOpen: boolean;
  /** Undefined: lines are not selected here. */
  readonly selection: { readonly isOn: boolean; readonly toggle: () => void } | undefined;
  readonly onOpen: () => void;
}

/** A line of a close; what stops it stands below with what can be done, as does a line that was opened. */
export function LineRow(props: RowProps) {
  const { line, matter, words, isOpen, selection, onOpen } = props;
  const t = useTranslations('meters.line');
  const key = keyOf(line);
  const name = deviceName(line);
  const kind = line.stops.length > 0 ? 'stop' : line.warnings.length > 0 ? 'warn' : undefined;
  const hasDetail = isOpen || (kind !== undefined && matter.at(-1) === line);
  const unknown = <span className={styles.unknown}>{t('unknown')}</span>;
  return (
    <>
      <tr className={styles.line} data-line={key} data-kind={kind} data-open={isOpen || undefined}>
        {selection === undefined ? null : (
          <td data-print="none">
            {line.kind === 'correction' ? null : (
              <input
                type="checkbox"
                aria-label={t('select', { serial: name, meter: words.meter(line.meter) })}
                checked={selection.isOn}
                onChange={selection.toggle}
              />
            )}
          </td>
        )}
        <th scope="row">
          <button type="button" className={styles.open} aria-expanded={hasDetail} onClick={onOpen}>
            {name}
          </button>
        </th>
        <td>{line.customerName ?? line.customerNumber}</td>
        <td>{line.assetNumber ?? <span className={styles.missing}>{t('noAsset')}</span>}</td>
        <td className={styles.meter}>{words.meter(line.meter)}</td>
        <td data-figure="">{line.start === null ? null : words.number(line.start.value)}</td>
        <td data-figure="" className={line.state === 'estimated' ? styles.estimated : undefined}>
          {line.end !== null ? (
            words.number(line.end.value)
          ) : line.kind === 'correction' ? null : (
            <span className={styles.unknown}>{t('none')}</span>
          )}
        </td>
        <td>
          <State line={line} />
        </td>
        <td data-figure="">
          {line.billed !== null ? (
            words.number(line.billed)
          ) : line.stops.includes('afterBreak') || line.stops.includes('suspicious') ? (
            <span className={styles.unknown}>{t('notBilled')}</span>
          ) : (
            unknown
          )}
        </td>
        <td>
          <Deviation line={line} close={props.close} words={words} />
        </td>
        <td>
          <LineChart line={line} words={words} />
        </td>
      </tr>
      {hasDetail ? (
        <tr className={styles.detail} data-kind={kind}>
          {selection === undefined ? null : <td data-print="none">{null}</td>}
          <td colSpan={10}>
            <LineDetail {...props} matter={matter.at(-1) === line ? matter : [line]} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** The state of the reading at the end in words, with its shape. */
function State({ line }: { readonly line: CloseLine }) {
  const t = useTranslations('meters');
  const text = useReadingText(line);
  const { stops } = line;
  const [stop] = stops;
  if (stop !== undefined)
    return (
      <span className={styles.state} data-tone={stop === 'none' ? 'unknown' : 'error'}>
        <StatusShape status={stop === 'none' ? 'unknown' : 'error'} />{' '}
        {stops.map((one) => t(`stops.${one}`)).join(', ')}
      </span>
    );
  const tone = line.warnings.length > 0 ? 'warning' : undefined;
  return (
    <span className={styles.state} data-tone={tone}>
      <StatusShape status={tone === undefined ? 'normal' : 'warning'} /> {text}
    </span>
  );
}

/** Where the reading at the end comes from. */
function useReadingText({ state, end, settled, corrects, remarks, to }: CloseLine): string {
  const t = useTranslations('meters');
  const states = useTranslations('ledger.atStates');
  const { duration } = useAgeText();
  if (corrects !== null) return t('line.correction', { name: corrects.name });
  if (settled?.kind === 'leaveOut') return t('settled.leaveOut');
  if (state === 'estimated') return t('settled.estimate');
  const age = end === null ? undefined : duration(Date.parse(to) - Date.parse(end.at));
  if (state === 'old') return t('line.old', { age: age ?? '' });
  if (remarks.includes('typed')) return t('line.typed');
  if (state === 'near' && age !== undefined) return t('line.readAge', { age });
  return state === 'exact' ? t('line.read') : states(state);
}

/** How far the use lies from that of the former period, once this one ended; beyond 40 % an outlier. */
function Deviation({ line, close, words }: Pick<RowProps, 'line' | 'close' | 'words'>) {
  const t = useTranslations('meters.line');
  const now = useMinute();
  if (!hasEnded(close, now)) return <span className="quiet">{t('periodRuns')}</span>;
  const share = shareOf(line);
  if (share === undefined)
    return (
      <span className={styles.deviation}>
        <span aria-hidden="true">-</span>
        <span className="vh">{t('noBefore')}</span>
      </span>
    );
  const isOutlier = Math.abs(share) > outlierShare;
  const length = Math.min(50, Math.abs(share) * 50);
  return (
    <span className={styles.deviation} data-outlier={isOutlier || undefined}>
      <span className={styles.scale} aria-hidden="true">
        <i style={{ inlineSize: `${length}%`, insetInlineStart: share < 0 ? `${50 - length}%` : '50%' }} />
      </span>
      <span>{words.percent(share)}</span>
      {isOutlier ? <span className="vh">{t('outlier')}</span> : null}
    </span>
  );
}
