import type { PartsNeededTexts } from '@platen/catalogue/texts/types';
import type { PartsNeeded } from '@platen/contract/parts-needed';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toCalendarDay } from '../../device/figures.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { environment } from '../../platform/environment.ts';
import { lazyTexts } from '../../platform/load-once.ts';
import { logError } from '../../platform/log.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { neededQuery, type Place, type SortColumn, toPlace, toSearch, usualOrder } from './address.ts';
import { NeedActions, NeedBar } from './need-bar.tsx';
import { NeedTable } from './need-table.tsx';
import styles from './parts-needed.module.css';
import { hardly, type NeedRow, toRows } from './to-rows.ts';

export const loadTexts = lazyTexts<PartsNeededTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/parts-needed-ja-jp')
    : import('@platen/catalogue/texts/parts-needed-en-us'),
);

/** '/partsneeded': parts and cartridges that the fleet will need in the next three months. */
export function PartsNeededScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={10}>
      <NeededParts />
    </ScreenWithTexts>
  );
}

/** The screen: what is chosen, and the table; the address holds all of it. */
function NeededParts() {
  const t = useTranslations('partsNeeded');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const place = toPlace(useSearch({ from: '/signed-in/partsneeded' }));
  const query = useQuery(neededQuery(place));
  const [withHardly, setWithHardly] = useState(false);
  const change = (part: Partial<Place>) => {
    navigate({ to: '/partsneeded', search: toSearch({ ...place, ...part }), replace: true, resetScroll: false }).catch(
      (thrown: unknown) => logError('another choice of needed parts could not be shown', thrown),
    );
  };
  const { data } = query;
  const { locale } = environment();
  const rows = toRows(data?.parts ?? [], place, {
    locale,
    toTonerName: (color) => t('toner', { color: common(`color.${color}`) }),
  });
  const shown = withHardly ? rows : rows.filter(({ expected }) => expected >= hardly);
  return (
    <div className="page">
      <NeedBar place={place} data={data} onChange={change} />
      <PanelGrid>
        <Panel
          className={span(12)}
          title={t('title', { days: data?.days ?? 91 })}
          note={data === undefined ? undefined : <CountedNote data={data} />}
          aside={rows.length === 0 ? undefined : <NeedActions rows={rows} place={place} data={data} />}
          state={toState(rows)}
        >
          <NeedTable rows={shown} place={place} onSort={(column) => change(toSort(place, column))} />
          <Hardly rows={rows} isShown={withHardly} onShow={setWithHardly} />
        </Panel>
      </PanelGrid>
    </div>
  );

  function toState(all: readonly NeedRow[]): PanelState {
    const state = toPanelState(query, 10);
    if (state.kind !== 'data' || all.length > 0) return state;
    if (place.region !== undefined) return { kind: 'empty', text: t('emptyRegion') };
    return { kind: 'empty', text: t('empty'), hint: t('emptyHint') };
  }
}

/** Another column begins in its usual order, the same one turns. */
const toSort = ({ sort, order }: Place, column: SortColumn): Pick<Place, 'sort' | 'order'> => ({
  sort: column,
  order: column !== sort ? usualOrder(column) : order === 'asc' ? 'desc' : 'asc',
});

/** How many devices count, and when they were judged. */
function CountedNote({ data: { devices, judged } }: { data: PartsNeeded }) {
  const t = useTranslations('partsNeeded');
  const { date } = useDates();
  const toText = (text: string) => {
    const day = toCalendarDay(text);
    return day.kind === 'day' ? date(day.at) : text;
  };
  return (
    <>
      <Evidence title={t('columns.devices')} note={t('countedNote')}>
        {t('counted', devices)}
      </Evidence>
      {judged === null
        ? null
        : `, ${
            judged.from === judged.to
              ? t('judged', { date: toText(judged.to) })
              : t('judgedSpan', { from: toText(judged.from), to: toText(judged.to) })
          }`}
    </>
  );
}

interface HardlyProps {
  readonly rows: readonly NeedRow[];
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

/** How many rows are left out because hardly any piece is needed, and the way to see them. */
function Hardly({ rows, isShown, onShow }: HardlyProps) {
  const t = useTranslations('partsNeeded');
  const count = rows.filter(({ expected }) => expected < hardly).length;
  if (count === 0) return null;
  return (
    <p className={styles.hardly}>
      {isShown ? null : <span>{t('hardly', { count })}</span>}
      <Button variant="quiet" data-print="none" onClick={() => onShow(!isShown)}>
        {t(isShown ? 'hideHardly' : 'showHardly')}
      </Button>
    </p>
  );
}
