import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { toPanelState } from '../../device/query-panel.ts';
import { classNames } from '../../ui/class-names.ts';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './failure-sign.module.css';
import type { ComponentName } from './predictions.ts';
import { shapeOf, type Sign } from './to-sign.ts';
import { useTexts } from './use-texts.ts';

/**
 * The panel of one component: its sign before its name, and its own loading, no data, failure and Retry
 * (OQ-84).
 */
export function SignPanel<Data>({
  component,
  query,
  size,
  signOf,
  note,
  renderActions,
  children,
}: {
  component: ComponentName;
  query: { data: Data | null | undefined } & Parameters<typeof toState>[0];
  size: 'half' | 'quarter';
  signOf: (data: Data) => Sign;
  note?: ((data: Data) => ReactNode) | undefined;
  /** Copies and saves the table of the panel. */
  renderActions?: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const t = useTranslations('failureSign');
  const { data } = query;
  return (
    <Panel
      className={classNames(styles[size], styles.panel)}
      title={t(`component.${component}`)}
      mark={data === undefined ? undefined : <SignMark sign={data === null ? 'noData' : signOf(data)} />}
      note={data === undefined || data === null ? undefined : note?.(data)}
      aside={data === undefined || data === null ? undefined : renderActions?.(data)}
      state={toState(query, size === 'half' ? 8 : 5, t(`noData.${component}`))}
    >
      {data === undefined || data === null ? null : children(data)}
    </Panel>
  );
}

/** The shape of a sign with its words for assistive technology. */
function SignMark({ sign }: { sign: Sign | 'noData' }) {
  const t = useTranslations('failureSign.horizon.verdict');
  const texts = useTexts();
  return (
    <span className={styles.mark}>
      <StatusShape status={sign === 'noData' ? 'unknown' : shapeOf(sign)} />
      <span className="vh">{sign === 'noData' ? t(sign) : texts.sign(sign)}</span>
    </span>
  );
}

type Query = Parameters<typeof toPanelState>[0];

/** State of a panel; one without data shows the reason (OQ-84). */
const toState = (query: Query, rows: number, hint: string): PanelState =>
  query.data === null ? { kind: 'empty', hint } : toPanelState(query, rows);
