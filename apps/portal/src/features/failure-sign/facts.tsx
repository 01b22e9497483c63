import type { Basis } from '@platen/contract/basis';
import type { TonerColor } from '@platen/contract/report-sections';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Swatch } from '../../ui/gauge.tsx';
import { printLetters } from '../../ui/print-colors.ts';
import { Unknown } from '../../ui/readout.tsx';
import styles from './failure-sign.module.css';
import { isWithheld, type Span } from './to-sign.ts';
import { useTexts } from './use-texts.ts';

/** Label above, value below, in a row of them. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How many readings there are of those that are needed: why a figure is withheld. */
export function Missing({ basis }: { basis: Pick<Basis, 'readings' | 'neededReadings'> }) {
  const t = useTranslations('failureSign');
  return <Unknown boxed>{t('readings', { count: basis.readings, needed: basis.neededReadings })}</Unknown>;
}

/**
 * A judged figure with its source; in its place the number of readings where they are too few, '-' where
 * nothing is known.
 */
export function Figure({
  title,
  path,
  basis,
  children,
}: {
  title: string;
  path: string;
  basis?: Basis | undefined;
  children: ReactNode;
}) {
  const common = useTranslations('common');
  if (children === undefined || children === null) {
    if (basis === undefined || !isWithheld(basis)) return <span className="quiet">{common('none')}</span>;
    return (
      <Evidence title={title} path={path}>
        <Missing basis={basis} />
      </Evidence>
    );
  }
  return (
    <Evidence title={title} path={path}>
      {children}
    </Evidence>
  );
}

/**
 * A predicted day or month with its range next to it; without a prediction, that none lies within 12 months.
 */
export function Predicted({
  title,
  path,
  span,
  basis,
  isFailing = false,
}: {
  title: string;
  path: string;
  span: Span | undefined;
  basis?: Basis | undefined;
  /** Fails already: no date is to come. */
  isFailing?: boolean;
}) {
  const t = useTranslations('failureSign.part');
  const texts = useTexts();
  if (span !== undefined) {
    const range = texts.range(span);
    return (
      <>
        <Figure title={title} path={path}>
          {texts.at(span)}
        </Figure>{' '}
        <span className={styles.range}>{range === undefined ? t('rangeUnknown') : t('range', { range })}</span>
      </>
    );
  }
  const isShort = basis !== undefined && isWithheld(basis);
  if (isShort || isFailing) {
    return (
      <Figure title={title} path={path} basis={basis}>
        {null}
      </Figure>
    );
  }
  return (
    <Figure title={title} path={path}>
      <span className={styles.range}>{t('beyond')}</span>
    </Figure>
  );
}

/** Day of the last replacement, or that none was reported. */
export function LastReplaced({ day, of, path }: { day: Date | undefined; of: string; path: string }) {
  const t = useTranslations('failureSign.part');
  const texts = useTexts();
  if (day === undefined) return <span className="quiet">{t('neverReplaced')}</span>;
  return (
    <Evidence title={`${of}: ${t('lastReplaced')}`} path={`${path}.lastReplacementDate`}>
      {texts.day(day)}
    </Evidence>
  );
}

type Made = 'life' | 'voltage' | 'release' | 'sensor' | 'lastOccurred';

/**
 * A figure that is no reading and no judgement, such as a limit: its card states how the portal obtains it.
 */
export function MadeFigure({ title, made, children }: { title: string; made: Made; children: ReactNode }) {
  const t = useTranslations('failureSign.made');
  return (
    <Evidence title={title} note={t(made)}>
      {children}
    </Evidence>
  );
}

/** Letter and name of a print colour. */
export function ColorName({ color }: { color: TonerColor }) {
  const t = useTranslations('common.colorShort');
  return (
    <span className={styles.color}>
      <Swatch tone={printLetters[color]} />
      {t(color)}
    </span>
  );
}

/**
 * A warning is released 5 percent on the safe side of its threshold (OQ-105): below an upper limit, above a
 * lower one.
 */
export const releaseOf = (threshold: number, kind: 'upper' | 'lower'): number =>
  threshold * (kind === 'upper' ? 0.95 : 1.05);

/** The limit of a part, upper for its life and lower for its voltage, and where a warning is released. */
export function LimitFacts({
  of,
  limit,
  kind,
  toText,
}: {
  of: string;
  limit: number | null;
  kind: 'upper' | 'lower';
  toText: (value: number) => string;
}) {
  const t = useTranslations('failureSign.part');
  if (limit === null) return null;
  return (
    <>
      <Fact label={t('warningThreshold')}>
        <MadeFigure title={`${of}: ${t('warningThreshold')}`} made={kind === 'upper' ? 'life' : 'voltage'}>
          {toText(limit)}
        </MadeFigure>
      </Fact>
      <Fact label={t('releaseThreshold')}>
        <MadeFigure title={`${of}: ${t('releaseThreshold')}`} made="release">
          {toText(releaseOf(limit, kind))}
        </MadeFigure>
      </Fact>
    </>
  );
}
