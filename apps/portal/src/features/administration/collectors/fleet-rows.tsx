import type { CollectorItem } from '@platen/contract/collectors';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Link } from '../../../ui/link.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Marked } from '../../../ui/status-mark.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import styles from './collectors.module.css';
import { toCustomer } from './model.ts';
import { StateMark } from './state-mark.tsx';
import together from './together/together.module.css';

const place = { to: '/administration/$section', params: { section: 'collectors' } } as const;

export const fleetColumns = ['name', 'place', 'state', 'heard', 'devices', 'remote', 'settings', 'version'] as const;

/** The heading of a column, in the list and in its file. */
export function useFleetHeadings(): (column: (typeof fleetColumns)[number]) => string {
  const t = useTranslations('collectorFleet.columns');
  const ofRemote = useTranslations('collectorRemote');
  return (column) =>
    column === 'remote' ? ofRemote('column') : column === 'settings' ? ofRemote('settingsColumn') : t(column);
}

/** Ids of collectors. */
export type Chosen = ReadonlySet<string>;

interface RowsProps {
  readonly collectors: readonly CollectorItem[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** Collectors with their state; those that the user manages can be chosen, to set them together. */
export function FleetRows({ collectors, chosen, onChoose }: RowsProps) {
  const t = useTranslations('collectorFleet');
  const ofRollout = useTranslations('collectorRollout');
  const ofRemote = useTranslations('collectorRemote');
  const format = useFormatter();
  const { moment } = useDates();
  const now = useMinute();
  const headingOf = useFleetHeadings();
  const managed = collectors.filter(({ remote }) => remote !== undefined);
  const choose = (some: readonly CollectorItem[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const { collectorId } of some)
      if (isOn) next.add(collectorId);
      else next.delete(collectorId);
    onChoose(next);
  };
  return (
    <ListTable
      caption={t('caption')}
      columns={fleetColumns}
      figures={['devices']}
      heading={headingOf}
      chooseAll={
        managed.length === 0
          ? undefined
          : {
              label: ofRollout('chooseAll'),
              isChosen: managed.every(({ collectorId }) => chosen.has(collectorId)),
              onChoose: (isOn) => choose(managed, isOn),
            }
      }
      className={styles.table}
    >
      {collectors.map((one) => (
        <tr key={one.collectorId}>
          {managed.length === 0 ? null : (
            <td className={together.choose}>
              {one.remote === undefined ? null : (
                <input
                  type="checkbox"
                  aria-label={ofRollout('choose', { name: one.name })}
                  checked={chosen.has(one.collectorId)}
                  onChange={({ currentTarget }) => choose([one], currentTarget.checked)}
                />
              )}
            </td>
          )}
          <th scope="row">
            <Link {...place} search={{ collector: one.collectorId }}>
              {one.name}
            </Link>
          </th>
          <td>
            {toCustomer(one) || '-'} <span className="quiet">{one.enrolment?.site}</span>
          </td>
          <td>
            <StateMark collector={one} />
          </td>
          <td>{one.lastContactAt === null ? '-' : moment(new Date(one.lastContactAt), now)}</td>
          <td data-figure="">{format.number(one.devices ?? 0)}</td>
          <td>
            {one.remote === undefined
              ? '-'
              : one.remote.isOff === true
                ? ofRemote('offByCustomer')
                : ofRemote(`levels.${one.remote.level}`)}
          </td>
          <td>
            {(one.remote?.state ?? null) === null ? (
              '-'
            ) : one.remote?.state === 'failed' ? (
              <Marked status="error">
                <span>{ofRemote('states.failed')}</span>
              </Marked>
            ) : (
              ofRemote(`states.${one.remote?.state ?? 'same'}`)
            )}
          </td>
          <td className="code">{one.version ?? '-'}</td>
        </tr>
      ))}
    </ListTable>
  );
}
