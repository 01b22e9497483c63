import type { CloseLine } from '@platen/contract/close-lines';
import { outlierShare } from '@platen/contract/close-values';
import { useTranslations } from 'use-intl/react';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText } from '../../ui/use-dates.ts';
import { LineChart } from './line-chart.tsx';
import { LineDetail } from './line-detail.tsx';
import styles from './meters.module.css';
import type { Close } from './queries.ts';
import type { Rights } from './screen.tsx';
import type { useSettle } from './use-settle.ts';
import { deviceName, keyOf, shareOf, type Words } from './use-words.ts';

export interface RowProps {
  readonly line: CloseLine;
  readonly close: Close;
  readonly words: Words;
  readonly rights: Rights;
  readonly isOpen: boolean;
  /** Undefined: lines are not selected here. */
  readonly selection: { readonly isOn: boolean; readonly toggle: () => void } | undefined;
  readonly settle: ReturnType<typeof useSettle>;
  readonly onOpen: () => void;
}

/** A line of a close; what stops it stands below with what can be done, as does a line that was opened. */
export function LineRow(props: RowProps) {
  const { line, words, isOpen, selection, onOpen } = props;
  const t = useTranslations('meters.line');
  const key = keyOf(line);
  const name = deviceName(line);
  const kind = line.stops.length > 0 ? 'stop' : line.warnings.length > 0 ? 'warn' : undefined;
  const hasDetail = isOpen || kind !== undefined;
  const unknown = <span className={styles.unknown}>{t('unknown')}</span>;
  return (
    <>
      <tr className={styles.line} data-line={key} data-kind={kind} data-open={isOpen || undefined}>
        {selection === undefined ? null : (
          <td>
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
        <td>{words.meter(line.meter)}</td>
        <td data-figure="">{line.start === null ? null : words.number(line.start.value)}</td>
        <td data-figure="" className={line.state === 'estimated' ? styles.estimated : undefined}>
          {line.end === null ? <span className={styles.unknown}>{t('none')}</span> : words.number(line.end.value)}
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
          <Deviation line={line} words={words} />
        </td>
        <td>
          <LineChart line={line} words={words} />
        </td>
      </tr>
      {hasDetail ? (
        <tr className={styles.detail} data-kind={kind}>
          {selection === undefined ? null : <td>{null}</td>}
          <td colSpan={10}>
            <LineDetail {...props} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** The state of the reading at the end in words, with its shape. */
function State({ line }: { readonly line: CloseLine }) {
  const t = useTranslations('meters');
  const states = useTranslations('ledger.atStates');
  const { duration } = useAgeText();
  const { stops, state, end, settled, corrects, remarks, to } = line;
  const [stop] = stops;
  if (stop !== undefined)
    return (
      <span className={styles.state} data-tone={stop === 'none' ? 'unknown' : 'error'}>
        <StatusShape status={stop === 'none' ? 'unknown' : 'error'} />{' '}
        {stops.map((one) => t(`stops.${one}`)).join(', ')}
      </span>
    );
  const text = (() => {
    if (corrects !== null) return t('line.correction', { name: corrects.name });
    if (settled?.kind === 'leaveOut') return t('settled.leaveOut');
    if (state === 'estimated') return t('settled.estimate');
    const age = end === null ? undefined : duration(Date.parse(to) - Date.parse(end.at));
    if (state === 'old') return t('line.old', { age: age ?? '' });
    if (remarks.includes('typed')) return t('line.typed');
    if (state === 'near' && age !== undefined) return t('line.readAge', { age });
    return state === 'exact' ? t('line.read') : states(state);
  })();
  const tone = line.warnings.length > 0 ? 'warning' : undefined;
  return (
    <span className={styles.state} data-tone={tone}>
      <StatusShape status={tone === undefined ? 'normal' : 'warning'} /> {text}
    </span>
  );
}

/** How far the use lies from that of the former period; beyond 40 % it stands out (LG-38). */
function Deviation({ line, words }: { readonly line: CloseLine; readonly words: Words }) {
  const t = useTranslations('meters.line');
  const share = shareOf(line);
  if (share === undefined) return <span className="quiet">{t('noBefore')}</span>;
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
