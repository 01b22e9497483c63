import type { MachineAnswer } from '@platen/contract/machine';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { deviceReads, lazySchemas } from '../../device/device-query.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import table from '../../device/table.module.css';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, type PanelState, toPanelState } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { AlertsTable } from './alerts-table.tsx';
import { BinsTable, CoversTable, TraysTable } from './units-tables.tsx';

const machineQuery = deviceReads(lazySchemas(() => import('@platen/contract/machine')))(
  'machine',
  (schemas) => schemas.readMachine,
);

/** What stands at the device: its panel, alerts with age and who can act, trays, bins, covers. */
function MachineTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('machine');
  const query = useQuery(machineQuery(deviceId));
  const dates = useDates();
  const now = useMinute();
  const { data } = query;
  if (data === undefined)
    return (
      <PanelGrid>
        <Panel className={span(12)} title={t('now')} state={toPanelState(query, 8)} />
      </PanelGrid>
    );
  const { alerts, trays, bins, covers, mediaReady, readAt } = data;
  const media = mediaReady === null || mediaReady.length === 0 ? undefined : mediaReady.join(', ');
  return (
    <PanelGrid>
      <Panel
        className={span(6)}
        title={t('now')}
        note={readAt === null ? undefined : t('readAt', { time: dates.moment(new Date(readAt), now) })}
      >
        <Facts machine={data} />
      </Panel>
      <Panel className={span(6)} title={t('alerts')} state={stateOf(alerts, t('none'), t('noAlerts'))}>
        {alerts === null ? null : <AlertsTable alerts={alerts} />}
      </Panel>
      <Panel
        className={span(12)}
        title={t('trays')}
        note={media === undefined ? undefined : t('mediaReady', { names: media })}
        state={stateOf(trays, t('none'))}
      >
        {trays === null ? null : <TraysTable trays={trays} />}
      </Panel>
      <Panel className={span(6)} title={t('bins')} state={stateOf(bins, t('none'))}>
        {bins === null ? null : <BinsTable bins={bins} />}
      </Panel>
      <Panel className={span(6)} title={t('covers')} state={stateOf(covers, t('none'))}>
        {covers === null ? null : <CoversTable covers={covers} />}
      </Panel>
    </PanelGrid>
  );
}

const stateOf = (rows: readonly unknown[] | null, notReported: string, none = notReported): PanelState =>
  rows === null || rows.length === 0 ? { kind: 'empty', hint: rows === null ? notReported : none } : { kind: 'data' };

/** Text of the panel, units that were added, and network connections. */
function Facts({ machine }: { readonly machine: MachineAnswer }) {
  const t = useTranslations('machine');
  const common = useTranslations('common');
  const { panelText, documentFeeder, finisher, fax, links, counters } = machine;
  const format = useFormatter();
  const units = useTranslations('counter.byFunction.units');
  const linkText = links?.map(({ name, state }) => `${name}: ${t(`linkState.${state}`)}`).join(' · ');
  const rows = [
    { name: t('panel'), value: panelText, path: 'status.consoleText' },
    { name: t('documentFeeder'), value: documentFeeder, path: 'options.DF' },
    { name: t('finisher'), value: finisher, path: 'options.finisher' },
    { name: t('fax'), value: fax, path: 'options.fax' },
    ...counters.map(({ label, unit, value }) => ({
      name: label ?? t('duplexSheets'),
      // A unit that is not known says nothing behind a figure.
      value: format.number(value) + (unit === 'unknown' || unit === 'other' ? '' : ` ${units(unit)}`),
      path: `machine.counters.${label ?? ''}`,
    })),
    { name: t('links'), value: linkText ?? null, path: undefined },
  ];
  return (
    <GridTable label={t('now')} className={classNames(table.table, table.values)}>
      <thead>
        <tr>
          <th scope="col">{t('item')}</th>
          <th scope="col">{t('value')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, path }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {value === null || value === '' ? (
                <Unknown boxed>{common('notReported')}</Unknown>
              ) : path === undefined ? (
                value
              ) : (
                <Evidence title={name} path={path}>
                  {value}
                </Evidence>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </GridTable>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(machineQuery(deviceId));

export { MachineTab as Content };
