import type { PlainDeviceTexts } from '@platen/catalogue/texts/types';
import { listPlainDevices, type PlainDevice, plainPageSize, plainStates } from '@platen/contract/plain-devices';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { call } from '../../../api/client.ts';
import { historyQueries } from '../../../device/history-queries.ts';
import { lazyTexts } from '../../../platform/load-once.ts';
import { ScreenWithTexts } from '../../../ui/added-texts.tsx';
import { ExpandableRow } from '../../../ui/expandable-row.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import styles from './plain-devices.module.css';

const loadTexts = lazyTexts<PlainDeviceTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/plain-devices-ja-jp')
    : import('@platen/catalogue/texts/plain-devices-en-us'),
);

const plainQuery = (offset: number) =>
  queryOptions({
    queryKey: ['plainDevices', offset] as const,
    queryFn: async ({ signal }) => {
      const { data, hasMore, totalCount } = await call(listPlainDevices, {
        query: { offset, limit: plainPageSize },
        signal,
      });
      return { ...data, hasMore, total: totalCount ?? data.devices.length };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

const columns = ['device', 'place', 'state', 'visit', 'toner', 'lastReport'] as const;

/** '/devicelist' of users without the right to details: their devices in plain words (OA-62). */
export default function PlainDevicesScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      <Devices />
    </ScreenWithTexts>
  );
}

function Devices() {
  const t = useTranslations('plainDevices');
  const format = useFormatter();
  const [offset, setOffset] = useState(0);
  const [open, setOpen] = useState<string>();
  const query = useQuery(plainQuery(offset));
  const { devices = [], counts, total = 0 } = query.data ?? {};
  const troubles = counts === undefined ? [] : plainStates.filter((state) => state !== 'works' && counts[state] > 0);
  return (
    <div className={`page ${styles.page}`}>
      {counts === undefined ? null : (
        <p className={styles.figures}>
          <b>{format.number(total)}</b> {t('figures', { count: total })}
          {troubles.map((state) => (
            <span key={state}>{t(`counts.${state}`, { count: counts[state] })}</span>
          ))}
        </p>
      )}
      <ListFrame
        state={toPanelState(query, 8)}
        empty={devices.length === 0 ? t('none') : undefined}
        pages={{ offset, size: plainPageSize, total, onMove: setOffset }}
      >
        <ListTable
          caption={t('caption')}
          columns={columns}
          heading={(column) => t(`columns.${column}`)}
          className={styles.table}
        >
          {devices.map((device) => (
            <Row
              key={device.deviceId}
              device={device}
              isOpen={open === device.deviceId}
              onToggle={() => setOpen(open === device.deviceId ? undefined : device.deviceId)}
            />
          ))}
        </ListTable>
      </ListFrame>
    </div>
  );
}

interface RowProps {
  readonly device: PlainDevice;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Row({ device, isOpen, onToggle }: RowProps) {
  const t = useTranslations('plainDevices');
  const format = useFormatter();
  const { date, moment } = useDates();
  const now = useMinute();
  const { place, model, serial, state, knownSince, plannedDay, emptyFirst, lowest = null, updatedAt } = device;
  const day = (at: string) => format.dateTime(new Date(`${at}T00:00:00Z`), 'date', { timeZone: 'UTC' });
  const stateText =
    state === 'needsService' && knownSince !== null
      ? t('knownSince', { day: date(new Date(knownSince)) })
      : t(`states.${state}`);
  const visit =
    plannedDay !== null ? (
      day(plannedDay)
    ) : state === 'needsService' ? (
      t('notPlanned')
    ) : (
      <span className="quiet">{t('noVisit')}</span>
    );
  return (
    <ExpandableRow
      name={
        <span>
          {model ?? t('noModel')} <span className="code">{serial ?? ''}</span>
        </span>
      }
      columns={columns.length}
      label={t('pages.title')}
      isOpen={isOpen}
      onToggle={onToggle}
      cells={
        <>
          <td data-label={t('columns.place')}>{place ?? <span className="quiet">{t('noPlace')}</span>}</td>
          <td data-state={state}>{stateText}</td>
          <td data-label={t('columns.visit')}>{visit}</td>
          <td data-label={t('columns.toner')}>
            {emptyFirst !== null ? (
              t('emptyFirst', { color: emptyFirst.color, lower: emptyFirst.lower, upper: emptyFirst.upper })
            ) : lowest === null ? (
              <span className="quiet">{t('unknownToner')}</span>
            ) : (
              t('lowest', { color: lowest.color, percent: lowest.percent })
            )}
          </td>
          <td data-label={t('columns.lastReport')}>{moment(new Date(updatedAt), now)}</td>
        </>
      }
    >
      <PagesByMonth deviceId={device.deviceId} />
    </ExpandableRow>
  );
}

/** The pages of the last months, the present one first; a month without two readings is not known. */
function PagesByMonth({ deviceId }: { readonly deviceId: string }) {
  const t = useTranslations('plainDevices.pages');
  const format = useFormatter();
  const query = useQuery(historyQueries.counter(deviceId));
  const months = (query.data?.monthly ?? []).toReversed();
  const monthOf = (label: string) =>
    format.dateTime(new Date(`${label}-15T12:00:00Z`), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const figure = (pages: number | null) => (pages === null ? t('unknown') : format.number(pages));
  return (
    <PanelBody state={toPanelState(query, 4)}>
      <table className={styles.months}>
        <thead>
          <tr>
            <th scope="col">{t('title')}</th>
            {(['all', 'color'] as const).map((column) => (
              <th key={column} scope="col" data-figure="">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ label, total, color, black }) => (
            <tr key={label}>
              <th scope="row">{monthOf(label)}</th>
              <td data-figure="">
                {figure(total ?? (color === null || black === null ? (black ?? color) : color + black))}
              </td>
              <td data-figure="">{figure(color)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PanelBody>
  );
}
