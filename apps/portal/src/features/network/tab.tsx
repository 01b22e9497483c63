import type { NicAnswer } from '@platen/contract/details';
import type { NicField } from '@platen/contract/report-sections';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { CopyButton } from '../../device/copy-button.tsx';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { deviceQueries } from '../../device/queries.ts';
import { toPanelState } from '../../device/query-panel.ts';
import styles from '../../device/values-table.module.css';
import { TableActions } from '../../downloads/table-actions.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';

/** The interfaces of the device; a second one it does not have is not shown (NW-01, OQ-74). */
function NetworkTab({ deviceId }: { deviceId: string }) {
  const t = useTranslations('network');
  const query = useQuery(deviceQueries.network(deviceId));
  const { data } = query;
  const second = data?.nic_2nd ?? null;
  if (data === undefined) {
    return (
      <PanelGrid size="narrow">
        <Panel className={span(12)} title={t('nic_1st')} state={toPanelState(query, networkRows.length)} />
      </PanelGrid>
    );
  }
  const width = second === null ? span(12) : span(6);
  return (
    <PanelGrid {...(second === null ? { size: 'narrow' } : {})}>
      <Panel
        className={width}
        title={t('nic_1st')}
        aside={data.nic_1st === null ? undefined : <Actions nic={data.nic_1st} name="nic_1st" />}
        state={data.nic_1st === null ? { kind: 'empty', hint: t('none') } : { kind: 'data' }}
      >
        {data.nic_1st === null ? null : <Interface nic={data.nic_1st} name="nic_1st" />}
      </Panel>
      {second === null ? null : (
        <Panel className={width} title={t('nic_2nd')} aside={<Actions nic={second} name="nic_2nd" />}>
          <Interface nic={second} name="nic_2nd" />
        </Panel>
      )}
    </PanelGrid>
  );
}

interface InterfaceProps {
  nic: NicAnswer;
  name: 'nic_1st' | 'nic_2nd';
}

function Actions({ nic, name }: InterfaceProps) {
  const t = useTranslations('network');
  const common = useTranslations('common');
  return (
    <TableActions
      name={t(name)}
      columns={[t('item'), t('value')]}
      toRows={() => networkRows.map((field) => [t(`fields.${field}`), nic[field] || common('notReported')])}
    />
  );
}

function Interface({ nic, name }: InterfaceProps) {
  const t = useTranslations('network');
  const common = useTranslations('common');
  return (
    <GridTable label={t(name)} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('item')}</th>
          <th scope="col">{t('value')}</th>
        </tr>
      </thead>
      <tbody>
        {networkRows.map((field) => {
          const value = nic[field];
          const label = t(`fields.${field}`);
          return (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>
                {value === null || value === '' ? (
                  <Unknown boxed>{common('notReported')}</Unknown>
                ) : (
                  <span className={styles.copyable}>
                    <Evidence title={label} path={`network.${name}.${field}`}>
                      <span className="code">{value}</span>
                    </Evidence>
                    <CopyButton name={label} text={value} />
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </GridTable>
  );
}

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(deviceQueries.network(deviceId));

export { NetworkTab as Content };

/** The items of one interface in the order of the network screen (NW-02..NW-08). */
export const networkRows = [
  'ipAddress',
  'subnetMask',
  'defaultGateway',
  'primaryDns',
  'secondaryDns',
  'smtpServer',
  'macAddress',
] as const satisfies readonly NicField[];
