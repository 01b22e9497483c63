import { useFormatter, useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Swatch } from '../../ui/gauge.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './toner.module.css';
import type { TonerRow } from './toner-rows.ts';

/** Average share of the page printed with the current cartridge, by colour (TN-04). */
export function PixelPanel({ rows, state }: { rows: readonly TonerRow[] | undefined; state: PanelState }) {
  const t = useTranslations('toner.pixel');
  const known = rows?.filter(({ averagePixelCount }) => averagePixelCount !== null) ?? [];
  // The usual page covers some 5 percent: a scale that fits it makes the difference seen.
  const scale = Math.max(10, ...known.map(({ averagePixelCount }) => Math.ceil((averagePixelCount ?? 0) / 5) * 5));
  return (
    <Panel
      className={styles.pixels}
      title={t('title')}
      note={t('note')}
      state={rows !== undefined && known.length === 0 ? { kind: 'empty', hint: t('none') } : state}
    >
      <dl className={styles.pixelRows}>
        {rows?.map((row) => (
          <Pixels key={row.color} row={row} scale={scale} />
        ))}
      </dl>
    </Panel>
  );
}

function Pixels({ row: { color, tone, averagePixelCount: count }, scale }: { row: TonerRow; scale: number }) {
  const t = useTranslations('toner.pixel');
  const common = useTranslations('common');
  const format = useFormatter();
  const name = common(`color.${color}`);
  return (
    <div className={styles.pixelRow}>
      <dt>
        <Swatch tone={tone} />
        <span className="vh">{name}</span>
      </dt>
      <dd className={styles.pixelBar} data-unknown={count === null} aria-hidden="true">
        {count === null ? null : (
          <i data-tone={tone} style={{ inlineSize: `${Math.min(100, (count / scale) * 100)}%` }} />
        )}
      </dd>
      <dd className={styles.pixelValue}>
        {count === null ? (
          <Unknown>{common('notReported')}</Unknown>
        ) : (
          <Evidence title={t('titleOf', { color: name })} path={`toner.averagePixelCount.${color}`}>
            {`${format.number(count, 'oneDecimal')}%`}
          </Evidence>
        )}
      </dd>
    </div>
  );
}
