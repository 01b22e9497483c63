import { dealersNeeded, devicesNeeded, firstLimit } from '@platen/diagnosis/codes/fleet-codes';
import { toCodeNumber } from '@platen/diagnosis/codes/thresholds';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import type { ComparedWith } from '../../device/code-queries.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, PanelBody, type PanelState } from '../../ui/panel.tsx';
import { OutlierPips } from './code-row.tsx';
import type { CodeRow } from './code-rows.ts';
import styles from './codes.module.css';

/** More than these make the rail a second table; the rest is found by sorting. */
const most = 12;
/** Robust distances from which levels 2 and 3 are counted (OQ-75). */
const furtherLimits = { second: 5, third: 8 };

/**
 * What lies outside the fleet, next to the table: level 2 and 3 with the distance from the average (OQ-75),
 * and what they are compared with.
 */
export function FleetPanel({
  evidence,
  rows,
  comparedWith,
  onShow,
}: {
  /** Keys of the evidence begin with it: `codes.05`. */
  evidence: string;
  rows: readonly CodeRow[];
  comparedWith: ComparedWith | undefined;
  onShow: (key: string) => void;
}) {
  const t = useTranslations('codes.fleet');
  const { outliers, compared } = useMemo(() => toFleetView(rows), [rows]);
  const shown = outliers.slice(0, most);
  const rest = outliers.length - shown.length;
  const state: PanelState =
    compared === 0
      ? {
          kind: 'empty',
          text: t('tooFew'),
          hint: t('tooFewHint', { needed: devicesNeeded, dealers: dealersNeeded }),
        }
      : outliers.length === 0
        ? { kind: 'empty', text: t('none'), hint: t('compared', { count: compared }) }
        : { kind: 'data' };
  return (
    <Panel title={t('title')} note={t('note')}>
      <PanelBody state={state}>
        <ul className={styles.outliers}>
          {shown.map((outlier) => (
            <OutlierLine key={outlier.key} evidence={evidence} outlier={outlier} all={shown} onShow={onShow} />
          ))}
        </ul>
        {rest > 0 ? <p className={styles.rest}>{t('more', { count: rest })}</p> : null}
        <p className={styles.legend}>{t('legend', { first: firstLimit, ...furtherLimits })}</p>
      </PanelBody>
      <Basis comparedWith={comparedWith} />
    </Panel>
  );
}

/**
 * The groups of devices behind the columns, which may be wider than model, or family and firmware
 * (docs/decisions/0228).
 */
function Basis({ comparedWith }: { comparedWith: ComparedWith | undefined }) {
  const t = useTranslations('codes.fleet');
  const { usual = null, levels = null } = comparedWith ?? {};
  const toText = ({ scope, name, devices }: NonNullable<ComparedWith['usual']>) =>
    t(`devicesOf.${scope}`, { name, count: devices });
  return (
    <>
      {usual === null ? null : <p className={styles.legend}>{t('usualOf', { devices: toText(usual) })}</p>}
      {levels === null ? null : (
        <p className={styles.legend}>
          {t('levelsOf', { devices: toText(levels) })}
          {levels.scope === 'line' ? null : ` ${t('widened')}`}
        </p>
      )}
    </>
  );
}

interface OutlierLineProps {
  readonly evidence: string;
  readonly outlier: Outlier;
  readonly all: readonly Outlier[];
  readonly onShow: (key: string) => void;
}

function OutlierLine({ evidence, outlier, all, onShow }: OutlierLineProps) {
  const t = useTranslations('codes');
  const format = useFormatter();
  const { key, main, sub, level, distance, mode } = outlier;
  const code = t('name', { main: String(main), sub: String(sub ?? 0) });
  return (
    <li>
      <OutlierPips level={level} />
      <span className="vh">{t('fleet.level', { level: String(level) })}</span>
      <button type="button" className="code" aria-label={t('fleet.show', { code })} onClick={() => onShow(key)}>
        {code}
      </button>
      {distance === undefined ? (
        <span className={styles.usually}>{mode === null ? '' : t('fleet.usually', { value: mode })}</span>
      ) : (
        <>
          <span className={styles.axis} aria-hidden="true">
            <i
              data-level={level}
              data-side={distance < 0 ? 'below' : 'above'}
              style={{ inlineSize: `${50 * toBarLength(distance, all)}%` }}
            />
          </span>
          <span className={styles.distance}>
            <Evidence title={code} path={`${evidence}.averageValue`} note={t('fleet.made')}>
              {toSigned(format.number(Math.abs(distance), percent), distance)}
            </Evidence>
          </span>
        </>
      )}
    </li>
  );
}

const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
/** The minus is U+2212 (design README). */
const toSigned = (figure: string, distance: number): string => `${distance < 0 ? '\u2212' : '+'}${figure}`;

interface Outlier {
  readonly key: string;
  readonly main: number;
  readonly sub: number | null;
  readonly level: number;
  /** Share by which the value lies from the model's average; undefined where there is no such share. */
  readonly distance: number | undefined;
  readonly mode: string | null;
}
interface FleetView {
  /** Codes of level 2 and 3, the farthest first. */
  readonly outliers: readonly Outlier[];
  /** Codes that have a level at all. */
  readonly compared: number;
}

function toDistance({ current, average }: CodeRow): number | undefined {
  const value = toCodeNumber(current ?? undefined);
  const usual = toCodeNumber(average ?? undefined);
  return value === undefined || usual === undefined || usual === 0 ? undefined : (value - usual) / Math.abs(usual);
}

/** What of a device lies outside its fleet (OQ-75): level first, then distance. */
export function toFleetView(rows: readonly CodeRow[]): FleetView {
  const outliers = rows
    .flatMap((row) =>
      row.level === null || row.level < 2
        ? []
        : [{ key: row.key, main: row.main, sub: row.sub, level: row.level, distance: toDistance(row), mode: row.mode }],
    )
    .sort((a, b) => b.level - a.level || Math.abs(b.distance ?? 0) - Math.abs(a.distance ?? 0) || a.main - b.main);
  return { outliers, compared: rows.filter(({ level }) => level !== null).length };
}

/**
 * Length of a bar as a share of its half: the farthest is full, and everything beyond the double or nothing.
 */
export function toBarLength(distance: number, outliers: readonly Outlier[]): number {
  const farthest = Math.max(0, ...outliers.map((outlier) => Math.min(1, Math.abs(outlier.distance ?? 0))));
  return farthest === 0 ? 0 : Math.min(1, Math.abs(distance)) / farthest;
}
