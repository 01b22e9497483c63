import type { FirmwareField } from '@platen/contract/report-sections';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { deviceQueries } from '../../device/device-query.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import table from '../../device/table.module.css';
import { TableActions } from '../../downloads/table-actions.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, toPanelState } from '../../ui/panel.tsx';

/**
 * The 14 versions in their order; '-' for a component that the device does not have or does not report
 * (FW-01..FW-15, OQ-70).
 */
function FirmwareTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('firmware');
  const common = useTranslations('common');
  const query = useQuery(deviceQueries.firmware(deviceId));
  const versions = query.data;
  const reported = firmwareRows.filter((field) => versions?.[field]).length;
  return (
    <PanelGrid size="narrow">
      <Panel
        className={span(12)}
        title={t('title')}
        note={versions === undefined ? undefined : t('reported', { count: reported, total: firmwareRows.length })}
        aside={
          versions === undefined ? undefined : (
            <TableActions
              name={t('title')}
              columns={[t('component'), t('version')]}
              toRows={() => firmwareRows.map((field) => [t(`fields.${field}`), versions[field] || common('none')])}
            />
          )
        }
        state={toPanelState(query, firmwareRows.length)}
      >
        {versions === undefined ? null : (
          <GridTable label={t('title')} className={classNames(table.table, table.values)}>
            <thead>
              <tr>
                <th scope="col">{t('component')}</th>
                <th scope="col">{t('version')}</th>
              </tr>
            </thead>
            <tbody>
              {firmwareRows.map((field) => {
                const version = versions[field];
                const name = t(`fields.${field}`);
                return (
                  <tr key={field}>
                    <th scope="row">{name}</th>
                    <td>
                      {version === null || version === '' ? (
                        <span className="quiet">{common('none')}</span>
                      ) : (
                        <Evidence title={name} path={`firmware.${field}`}>
                          <span className="code">{version}</span>
                        </Evidence>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </GridTable>
        )}
      </Panel>
    </PanelGrid>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(deviceQueries.firmware(deviceId));

export { FirmwareTab as Content };

/**
 * The order of the firmware screen (FW-01..FW-14). The type fails to compile if the contract knows another
 * component.
 */
const order: Readonly<Record<FirmwareField, number>> = {
  system: 1,
  OS: 2,
  engine: 3,
  scan: 4,
  NIC: 5,
  DF: 6,
  finisher: 7,
  holePunch: 8,
  fax1: 9,
  fax2: 10,
  HDD: 11,
  PFC: 12,
  feed: 13,
  LED: 14,
};
const isField = (name: string): name is FirmwareField => Object.hasOwn(order, name);
export const firmwareRows: readonly FirmwareField[] = Object.keys(order)
  .filter(isField)
  .sort((a, b) => order[a] - order[b]);
