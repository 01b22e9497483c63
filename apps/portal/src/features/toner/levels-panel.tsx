/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   rows laid out as grids lose their roles in some browsers, so the roles are given */
/* oxlint-disable jsx-a11y/control-has-associated-label -- as above */
import { useTranslations } from 'use-intl/react';
import { DaysAxis, DaysAxisHead } from '../../charts/days-axis.tsx';
import { toLevelPercent } from '../../device/figures.ts';
import { useLevelText } from '../../device/toner-levels.ts';
import { TableActions } from '../../downloads/table-actions.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Gauge, Swatch } from '../../ui/gauge.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './toner.module.css';
import type { DaysLeft, TonerRow } from './toner-rows.ts';

/** Days on the axis; what lasts longer is drawn open to the right. */
const axisDays = 90;

/** Level and days left of each colour (TN-03, TN-06, TN-13). */
export function LevelsPanel({ rows, state }: { rows: readonly TonerRow[] | undefined; state: PanelState }) {
  const t = useTranslations('toner');
  return (
    <Panel
      className={styles.levels}
      title={t('title')}
      note={t('note')}
      aside={rows === undefined ? undefined : <LevelsActions rows={rows} />}
      state={state}
    >
      {rows === undefined ? null : (
        <GridTable label={`${t('title')}, ${t('note')}`} className={styles.levelTable}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" data-cell="name">
                <span className="vh">{t('color')}</span>
              </th>
              <th role="columnheader" scope="col" data-cell="level">
                {t('level')}
              </th>
              <th role="columnheader" scope="col" data-cell="axis">
                <span className="vh">{t('scale', { days: axisDays })}</span>
                <DaysAxisHead most={axisDays} last={t('days', { value: axisDays })} />
              </th>
              <th role="columnheader" scope="col" data-cell="days">
                {t('daysLeft')}
              </th>
              <th role="columnheader" scope="col" data-cell="range">
                {t('range')}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <Row key={row.color} row={row} />
            ))}
          </tbody>
        </GridTable>
      )}
    </Panel>
  );
}

function Row({ row }: { row: TonerRow }) {
  const t = useTranslations('toner');
  const common = useTranslations('common');
  const level = useLevelText();
  const color = common(`color.${row.color}`);
  const { daysLeft } = row;
  const texts = useDaysTexts(daysLeft);
  return (
    <tr role="row">
      <th role="rowheader" scope="row" data-cell="name">
        <Swatch tone={row.tone} />
        <span>{common(`colorShort.${row.color}`)}</span>
      </th>
      <td role="gridcell" data-cell="level">
        <span className={styles.gauge}>
          <Gauge percent={row.percent} tone={row.tone} label={color} text={level.long(row.percent, row.state)} />
        </span>
        <span className={styles.percent} data-severity={row.severity} data-known={row.percent !== null}>
          <Evidence
            title={t('levelTitle', { color })}
            path={`toner.${row.color}`}
            note={level.note(row.percent, row.state)}
          >
            {row.percent === null ? (
              <Unknown>{level.short(row.percent, row.state)}</Unknown>
            ) : (
              level.short(row.percent, row.state)
            )}
          </Evidence>
          {row.coarse && row.percent !== null ? <span className={styles.coarse}>{t('coarse')}</span> : null}
        </span>
      </td>
      <td role="gridcell" data-cell="axis">
        <DaysAxis
          left={daysLeft.kind === 'known' ? { days: daysLeft.days, ...daysLeft.range } : null}
          label={`${color}: ${texts.all}`}
          tone={toTone(row.severity)}
          most={axisDays}
        />
      </td>
      {daysLeft.kind === 'known' ? (
        <>
          <td role="gridcell" data-cell="days" data-severity={row.severity}>
            <Evidence title={t('daysTitle', { color })} path={`toner.leftDays.${row.color}`} note={texts.rangeNote}>
              {texts.days}
            </Evidence>
          </td>
          <td role="gridcell" data-cell="range">
            {texts.range}
          </td>
        </>
      ) : (
        <td role="gridcell" data-cell="withheld" colSpan={2}>
          <Evidence title={t('daysTitle', { color })} path={`toner.leftDays.${row.color}`}>
            <Unknown>{texts.all}</Unknown>
          </Evidence>
        </td>
      )}
    </tr>
  );
}

const toTone = (severity: string | undefined): 'error' | 'warning' | undefined =>
  severity === 'error' || severity === 'warning' ? severity : undefined;

/** A figure never stands without its range, or the words that there is none (principle 5). */
function useDaysTexts(left: DaysLeft) {
  const t = useTranslations('toner');
  if (left.kind === 'withheld') return { all: t('withheld', left) };
  if (left.kind === 'none') return { all: t('noForecast') };
  const days = t('days', { value: left.days });
  const range = left.range === undefined ? t('rangeUnknown') : t('rangeDays', left.range);
  return {
    days,
    range,
    rangeNote: left.range === undefined ? range : `${t('range')}: ${range}`,
    all: `${days}, ${range}`,
  };
}

/** Level, days left and pixel count of each colour as a file; what is not known in words. */
function LevelsActions({ rows }: { rows: readonly TonerRow[] }) {
  const t = useTranslations('toner');
  const common = useTranslations('common');
  const level = useLevelText();
  const daysOf = ({ daysLeft: left }: TonerRow): number | string => {
    if (left.kind === 'known') return left.days;
    return left.kind === 'withheld' ? t('withheld', left) : t('noForecast');
  };
  const rangeOf = ({ daysLeft: left }: TonerRow): string | null => {
    if (left.kind !== 'known') return null;
    return left.range === undefined ? t('rangeUnknown') : t('rangeDays', left.range);
  };
  return (
    <TableActions
      name={t('title')}
      columns={[t('color'), t('level'), t('daysLeft'), t('range'), t('pixel.title')]}
      toRows={() =>
        rows.map((row) => [
          common(`color.${row.color}`),
          row.percent === null ? level.long(null, row.state) : toLevelPercent(row.percent),
          daysOf(row),
          rangeOf(row),
          row.averagePixelCount ?? common('notReported'),
        ])
      }
    />
  );
}
