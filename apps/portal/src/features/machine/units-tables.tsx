import { isKeyOf } from '@platen/catalogue/supply-phrase';
import type { MachineAnswer } from '@platen/contract/machine';
import type { ReactNode } from 'react';
import { useMessages, useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { useLevelText } from '../../device/toner-levels.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './machine.module.css';
import { isStopped, type Tray, toPaperWords, toStateNames, type UnitState } from './machine-rows.ts';

type Level = Tray['level'];
type Bin = NonNullable<MachineAnswer['bins']>[number];
type Cover = NonNullable<MachineAnswer['covers']>[number];

/** A table of units of the device. */
function Units({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <div className={table.scroll}>
      <GridTable label={label} className={classNames(table.table, styles.wrapping)}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </GridTable>
    </div>
  );
}

export function TraysTable({ trays }: { readonly trays: readonly Tray[] }) {
  const t = useTranslations('machine');
  return (
    <Units label={t('trays')} heads={[t('tray'), t('media'), t('trayLevel'), t('state')]}>
      {trays.map((tray) => (
        <TrayRow key={tray.index} tray={tray} />
      ))}
    </Units>
  );
}

function TrayRow({ tray }: { readonly tray: Tray }) {
  const t = useTranslations('machine');
  const common = useTranslations('common');
  const name = tray.name ?? t('number', { kind: t('tray'), index: tray.index });
  const paper = toPaperWords(tray);
  const { count, capacity } = tray;
  const sheets = tray.unit === 'sheets' && count !== null && capacity !== null && capacity > 0;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {paper === undefined ? (
          <Unknown>{common('notReported')}</Unknown>
        ) : (
          <span
            title={tray.size === null ? undefined : t('size', { feed: tray.size.feedMm, cross: tray.size.crossMm })}
          >
            {paper}
          </span>
        )}
      </td>
      <td>
        <LevelCell name={name} path={`machine.trays.${tray.index}`} level={tray.level} />
        {sheets ? <small className={styles.sheets}>{t('sheets', { count, capacity })}</small> : null}
      </td>
      <td>
        <StateText state={tray.state} />
      </td>
    </tr>
  );
}

/** Bins with the room that is left in them. */
export function BinsTable({ bins }: { readonly bins: readonly Bin[] }) {
  const t = useTranslations('machine');
  return (
    <Units label={t('bins')} heads={[t('bin'), t('binLevel'), t('state')]}>
      {bins.map(({ index, name, level, state }) => {
        const words = name ?? t('number', { kind: t('bin'), index });
        return (
          <tr key={index}>
            <th scope="row">{words}</th>
            <td>
              <LevelCell name={words} path={`machine.bins.${index}`} level={level} />
            </td>
            <td>
              <StateText state={state} />
            </td>
          </tr>
        );
      })}
    </Units>
  );
}

export function CoversTable({ covers }: { readonly covers: readonly Cover[] }) {
  const t = useTranslations('machine');
  const common = useTranslations('common');
  const known = useMessages().machine.coverState;
  return (
    <Units label={t('covers')} heads={[t('cover'), t('state')]}>
      {covers.map(({ index, name, state }) => (
        <tr key={index}>
          <th scope="row">{name ?? t('number', { kind: t('cover'), index })}</th>
          <td>
            {state === null ? (
              <Unknown>{common('notReported')}</Unknown>
            ) : (
              <Marked isMarked={state === 'coverOpen' || state === 'interlockOpen'}>
                {isKeyOf(known, state) ? t(`coverState.${state}`) : state}
              </Marked>
            )}
          </td>
        </tr>
      ))}
    </Units>
  );
}

function LevelCell({ name, path, level }: { name: string; path: string; level: Level }) {
  const t = useTranslations('machine');
  const text = useLevelText();
  const short = text.short(level.percent, level.state);
  return (
    <span className={styles.level}>
      <span className={styles.gauge}>
        <Gauge percent={level.percent} tone="ink" label={name} text={text.long(level.percent, level.state)} slim />
      </span>
      <Evidence title={t('levelTitle', { name })} path={path} note={text.note(level.percent, level.state)}>
        {level.percent === null ? <Unknown>{short}</Unknown> : short}
      </Evidence>
    </span>
  );
}

function StateText({ state }: { readonly state: UnitState }) {
  const t = useTranslations('machine');
  const common = useTranslations('common');
  const names = toStateNames(state);
  if (names.length === 0) return <Unknown>{common('notReported')}</Unknown>;
  return <Marked isMarked={isStopped(state)}>{names.map((name) => t(`unitState.${name}`)).join(', ')}</Marked>;
}

/** Red is for errors of the device alone; a shape marks what somebody at the machine would see at once. */
function Marked({ isMarked, children }: { isMarked: boolean; children: ReactNode }) {
  if (!isMarked) return children;
  return (
    <span className={styles.marked}>
      <StatusShape status="warning" />
      <b>{children}</b>
    </span>
  );
}
