import { partName, partsOf } from '@platen/catalogue/families/parts';
import type { Locale } from '@platen/catalogue/locale';
import { partsOfAdvice } from '@platen/diagnosis/judge/advice-parts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { Icon } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Panel, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './failure-sign.module.css';
import type { ComponentName } from './predictions.ts';
import { asksForVisit, mostSevereOf, type Sign, severityRank, shapeOf, toSign } from './to-sign.ts';
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

/**
 * What to do, most severe first, each advice once (FS-21); without advice what the rated life asks for, that
 * nothing is needed, or that the history is too short for a judgement. Below it the parts to load for the
 * visit.
 */
export function Advice({
  messageIds,
  whole,
  signs,
  series,
}: {
  messageIds: readonly (string | null)[];
  /** Advice about the component as a whole; it counts where no part has one. */
  whole?: string | null;
  signs: readonly Sign[];
  series: string | null;
}) {
  const t = useTranslations('failureSign.advice');
  const texts = useTexts();
  const ids = toAdviceIds(messageIds, whole);
  const mostSevere = mostSevereOf(signs);
  return (
    <>
      {ids.length === 0 ? (
        <p className={styles.advice} data-sign={mostSevere}>
          {t(mostSevere)}
        </p>
      ) : (
        ids.map((id) => (
          <p key={id} className={styles.advice} data-sign={toSign(id)}>
            {texts.advice(id)}
          </p>
        ))
      )}
      <Bring messageIds={ids} series={series} />
    </>
  );
}

/** Each advice of the parts once, most severe first; that of the whole component where no part has one. */
export function toAdviceIds(ofParts: readonly (string | null)[], whole: string | null = null): readonly string[] {
  const known = (ids: readonly (string | null)[]) => ids.flatMap((id) => id ?? []);
  const ids = known(ofParts);
  return [...new Set(ids.length === 0 ? known([whole]) : ids)].toSorted(
    (a, b) => severityRank(toSign(a)) - severityRank(toSign(b)),
  );
}

function Bring({ messageIds, series }: { messageIds: readonly string[]; series: string | null }) {
  const t = useTranslations('failureSign.advice');
  const parts = toBring(messageIds, series, environment().locale);
  if (parts.length === 0) return null;
  return (
    <dl className={styles.bring}>
      <dt>
        <Icon name="box" />
        {t('bring')}
      </dt>
      {parts.map(({ code, name }) => (
        <dd key={code}>
          {name === undefined ? null : <b>{name}</b>} <span className="code">{code}</span>
        </dd>
      ))}
    </dl>
  );
}

interface BroughtPart {
  readonly code: string;
  /** Undefined where the series is not known or has no such part. */
  readonly name: string | undefined;
}

/**
 * The parts to load for these advices, each once, by code ascending; none for advice that is only to watch. A
 * feeder gets the rollers that the series has, so that none is brought for a pad.
 */
export function toBring(
  messageIds: readonly (string | null)[],
  series: string | null,
  locale: Locale,
): readonly BroughtPart[] {
  const known = new Set(series === null ? [] : partsOf(series).map(({ code }) => code));
  const codes = messageIds.flatMap((id) => (id !== null && asksForVisit(toSign(id)) ? partsOfAdvice(id, known) : []));
  return [...new Set(codes)]
    .toSorted()
    .map((code) => ({ code, name: series === null ? undefined : partName(series, code, locale) }));
}
