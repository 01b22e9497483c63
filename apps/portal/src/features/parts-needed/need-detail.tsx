import type { PartNeed } from '@platen/contract/parts-needed';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { deviceArea } from '../../platform/selected-device.ts';
import { DetailLists } from '../../ui/expandable-row.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { type Place, partNeedQuery } from './address.ts';
import styles from './parts-needed.module.css';
import { type NeedRow, usePieces, useRegionName } from './to-rows.ts';

/** Where one part will be needed: the likeliest devices, which lead to their profiles, and the regions. */
export function NeedDetail({ row, place }: { row: NeedRow; place: Place }) {
  const t = useTranslations('partsNeeded');
  const query = useQuery(partNeedQuery(place, row));
  const { data } = query;
  return (
    <PanelBody state={toPanelState(query, 3)}>
      {data === undefined ? null : data.devices.length === 0 ? (
        <p className="quiet">{t('detail.none')}</p>
      ) : (
        <DetailLists className={styles.lists}>
          <Devices need={data} />
          <Regions need={data} by={place.by} />
        </DetailLists>
      )}
    </PanelBody>
  );
}

function Devices({ need: { devices, deviceCount } }: { need: PartNeed }) {
  const t = useTranslations('partsNeeded');
  const common = useTranslations('common');
  const pieces = usePieces();
  const nothing = <span className="quiet">{common('none')}</span>;
  return (
    <div>
      <h3>
        {t('detail.devices')}
        {deviceCount > devices.length ? (
          <span className="quiet"> {t('detail.shown', { shown: devices.length, count: deviceCount })}</span>
        ) : null}
      </h3>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('columns.device')}</th>
            <th scope="col">{t('columns.model')}</th>
            <th scope="col">{t('columns.customer')}</th>
            <th scope="col" className={table.figure}>
              {t('columns.chance')}
            </th>
            <th scope="col">{t('columns.basis')}</th>
          </tr>
        </thead>
        <tbody>
          {devices.map(({ deviceId, serial, model, customerName, customerNumber, expected, basis, isAsked }) => (
            <tr key={deviceId}>
              <th scope="row" className="code">
                <Link
                  to="/profile"
                  search={{ device: deviceId }}
                  onClick={() => deviceArea.set({ deviceId, serial, model })}
                >
                  {serial ?? common('notReported')}
                </Link>
              </th>
              <td>{model ?? nothing}</td>
              <td className={styles.customer}>{customerName ?? customerNumber ?? nothing}</td>
              <td className={table.figure}>
                {expected < 1 ? t('chance', { percent: Math.max(1, Math.round(100 * expected)) }) : pieces(expected)}
              </td>
              <td>{t(`basis.${isAsked === true ? 'asked' : basis}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Regions({ need: { regions, regionCount }, by }: { need: PartNeed; by: Place['by'] }) {
  const t = useTranslations('partsNeeded');
  const format = useFormatter();
  const toName = useRegionName(by);
  const pieces = usePieces();
  return (
    <div>
      <h3>
        {t(`by.${by}`)}
        {regionCount > regions.length ? (
          <span className="quiet"> {t('regions.more', { shown: regions.length, count: regionCount })}</span>
        ) : null}
      </h3>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('columns.region')}</th>
            {(['devices', 'expected', 'range', 'stock'] as const).map((column) => (
              <th key={column} scope="col" className={table.figure}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {regions.map(({ region, name, devices, expected, lower, upper, stock }) => (
            <tr key={region}>
              <th scope="row" className={styles.customer}>
                {toName({ region, name })}
              </th>
              <td className={table.figure}>{format.number(devices)}</td>
              <td className={table.figure}>{pieces(expected)}</td>
              <td className={table.figure}>{t('range', { lower, upper })}</td>
              <td className={table.figure}>{format.number(stock)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
