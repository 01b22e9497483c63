import type { CSSProperties } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toCalendarDay } from '../../device/figures.ts';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Swatch } from '../../ui/gauge.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { useDates } from '../../ui/use-dates.ts';
import styles from './toner.module.css';
import type { TonerRow } from './toner-rows.ts';

/** The current cartridge and the nine before, by colour (TN-05). */
export function HistoryPanel({ rows, state }: { rows: readonly TonerRow[] | undefined; state: PanelState }) {
  const t = useTranslations('toner.history');
  const withCartridges = rows?.filter(({ cartridges }) => cartridges.length > 0) ?? [];
  const isEmpty = rows !== undefined && withCartridges.length === 0;
  return (
    <Panel
      className={styles.wide}
      title={t('title')}
      aside={withCartridges.length === 0 ? undefined : <Actions rows={withCartridges} />}
      state={isEmpty ? { kind: 'empty', hint: t('none') } : state}
    >
      {withCartridges.length === 0 ? null : <History rows={withCartridges} />}
    </Panel>
  );
}

/** The width follows the number of colours: one alone does not stretch over the whole sheet. */
const toWidths = (colors: number): CSSProperties => ({
  minInlineSize: nameWidth + colors * 252,
  maxInlineSize: nameWidth + colors * 340,
});
const nameWidth = 84;

type Cartridge = TonerRow['cartridges'][number];
const lengthOf = (rows: readonly TonerRow[]): number => Math.max(...rows.map(({ cartridges }) => cartridges.length));

/** Texts of all cells, created once. */
type Texts = ReturnType<typeof useCartridgeTexts>;
function useCartridgeTexts() {
  const t = useTranslations('toner.history');
  const common = useTranslations('common');
  const format = useFormatter();
  const dates = useDates();
  return {
    t,
    common,
    number: (value: number) => format.number(value),
    name: (index: number) => (index === 0 ? t('current') : format.number(index)),
    /** A replacement is known to the day: no time zone moves it. */
    day: ({ replacedAt }: Cartridge) => {
      const day = toCalendarDay(replacedAt.slice(0, 10));
      return day.kind === 'day' ? dates.date(day.at) : replacedAt;
    },
    pixels: (count: number) => format.number(count, 'oneDecimal'),
  };
}

function History({ rows }: { rows: readonly TonerRow[] }) {
  const t = useTranslations('toner.history');
  const colors = useTranslations('common.color');
  const texts = useCartridgeTexts();
  return (
    <TableFrame>
      <GridTable label={t('title')} className={classNames(table.table, styles.history)} style={toWidths(rows.length)}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('cartridge')}
            </th>
            {rows.map(({ color, tone }) => (
              <th key={color} scope="colgroup" colSpan={3} className={styles.group}>
                <Swatch tone={tone} /> {colors(color)}
              </th>
            ))}
          </tr>
          <tr>
            {rows.flatMap(({ color }) =>
              (['replaced', 'counter', 'pixel'] as const).map((column) => (
                <th key={`${color} ${column}`} scope="col" className={table.figure} data-first={column === 'replaced'}>
                  {t(column)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: lengthOf(rows) }, (_, index) => (
            <tr key={index}>
              <th scope="row">{texts.name(index)}</th>
              {rows.map(({ color, cartridges }) => (
                <Cells key={color} texts={texts} color={color} index={index} cartridge={cartridges[index]} />
              ))}
            </tr>
          ))}
        </tbody>
      </GridTable>
    </TableFrame>
  );
}

function Cells({
  texts: { t, common, ...texts },
  color,
  index,
  cartridge,
}: {
  texts: Texts;
  color: TonerRow['color'];
  index: number;
  cartridge: Cartridge | undefined;
}) {
  if (cartridge === undefined) {
    const nothing = <span className="quiet">{common('none')}</span>;
    return (
      <>
        <td className={table.figure} data-first="true">
          {nothing}
        </td>
        <td className={table.figure}>{nothing}</td>
        <td className={table.figure}>{nothing}</td>
      </>
    );
  }
  const { counter, averagePixelCount: pixels } = cartridge;
  const notReported = <Unknown boxed>{common('notReported')}</Unknown>;
  const figure = (column: 'replaced' | 'counter' | 'pixel', text: string, note?: string) => (
    <Evidence
      title={`${common(`color.${color}`)}, ${texts.name(index)}: ${t(column)}`}
      path={
        column === 'pixel' && index === 0 ? `toner.averagePixelCount.${color}` : `toner.cartridges.${color}[${index}]`
      }
      note={note}
    >
      {text}
    </Evidence>
  );
  return (
    <>
      <td className={table.figure} data-first="true">
        {figure('replaced', texts.day(cartridge))}
      </td>
      <td className={table.figure}>
        {counter === null ? notReported : figure('counter', texts.number(counter), t('made.counter'))}
      </td>
      <td className={table.figure}>
        {pixels === null
          ? notReported
          : figure('pixel', texts.pixels(pixels), t(index === 0 ? 'made.pixelNow' : 'made.pixel'))}
      </td>
    </>
  );
}

/** One row a cartridge in the file: a colour, its place, and the three figures. */
function Actions({ rows }: { rows: readonly TonerRow[] }) {
  const t = useTranslations('toner.history');
  const toner = useTranslations('toner');
  const common = useTranslations('common');
  const texts = useCartridgeTexts();
  return (
    <TableActions
      name={t('title')}
      columns={[toner('color'), t('cartridge'), t('replaced'), t('counter'), t('pixel')]}
      toRows={() =>
        rows.flatMap(({ color, cartridges }) =>
          cartridges.map((cartridge, index) => [
            common(`color.${color}`),
            texts.name(index),
            texts.day(cartridge),
            cartridge.counter ?? common('notReported'),
            cartridge.averagePixelCount ?? common('notReported'),
          ]),
        )
      }
    />
  );
}
