import { can, type Action as Right } from '@platen/contract/rights';
import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { toDate } from '../../../device/use-headline.ts';
import { deviceArea } from '../../../platform/selected-device.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { allows, type RowAction } from '../actions.ts';
import { PrioritySign } from '../priority-sign.tsx';
import styles from './drawer.module.css';
import headStyles from './drawer-head.module.css';
import type { DrawerProps } from './drawer-props.ts';

interface HeadProps {
  readonly rowId: string;
  readonly detail: WorklistDetail;
  readonly place: DrawerProps['place'] | undefined;
}

/** Screens of the device that the head leads to. */
const linked = [
  ['profile', 'profile'],
  ['failuresign', 'failureSign'],
  ['counter', 'counter'],
  ['error', 'error'],
  ['pmparts', 'pmParts'],
  ['toner', 'toner'],
] as const;

/** Class, cost and rank; which device, whose, and the way to its screens. */
export function DrawerHead({ rowId, detail: { row, device, updatedAt }, place }: HeadProps) {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const header = useTranslations('header');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  // A device without anything open has no row.
  const about = row ?? device;
  const who = about?.customerName ?? about?.customerNumber;
  return (
    <header className={headStyles.head}>
      {row === null ? null : (
        <p className={headStyles.rank}>
          <PrioritySign priority={row.priority} />
          <span className={headStyles.points}>
            <b>{format.number(row.cost, 'oneDecimal')}</b> {t('costUnit')}
          </span>
          {place === undefined ? null : <span className="quiet">{t('place', place)}</span>}
        </p>
      )}
      <div className={headStyles.device}>
        <h2>{about?.model ?? row?.name ?? about?.customerName ?? t('label')}</h2>
        {about?.serial ? <span className="code">{about.serial}</span> : null}
        <span className={headStyles.who}>
          {[who, about?.description].filter((text) => text !== null && text !== undefined && text !== '').join(', ')}
        </span>
        {row === null ? null : (
          <span className={headStyles.state}>
            <b>{worklist(`states.${row.state}`)}</b> {row.assignee?.name}
          </span>
        )}
      </div>
      {row?.marks.length ? (
        <p className={styles.marks}>
          {row.marks.map((mark) => (
            <span key={mark} className={styles.mark} data-mark={mark}>
              {mark === 'notHeardOf'
                ? worklist('marks.notHeardOf', { date: updatedAt === null ? '-' : dates.date(toDate(updatedAt)) })
                : worklist(`marks.${mark}`)}
            </span>
          ))}
        </p>
      ) : null}
      {row === null || row.entity === 'device' ? (
        <nav className={headStyles.links} aria-label={t('links')}>
          {linked.map(([name, title]) => (
            <Link
              key={name}
              to={`/${name}`}
              search={{ device: rowId }}
              onClick={() =>
                deviceArea.set({ deviceId: rowId, serial: about?.serial ?? null, model: about?.model ?? null })
              }
            >
              {header(`titles.${title}`)}
            </Link>
          ))}
          <span className={headStyles.last}>
            {updatedAt === null ? t('neverReported') : t('lastReport', { time: dates.moment(toDate(updatedAt), now) })}
          </span>
        </nav>
      ) : null}
    </header>
  );
}

interface ActionsProps {
  readonly row: WorklistRow;
  /** All of the row that are not resolved, and those of them with a check mark. */
  readonly conditions: readonly Condition[];
  readonly ticked: readonly Condition[];
  readonly onAct: (action: RowAction) => void;
}

interface Offer {
  readonly action: Exclude<RowAction, 'note'>;
  readonly key?: string;
  /** Of what is done with the row, not with its conditions: whose answer says what they allow. */
  readonly right?: Right;
  readonly isForDevice?: boolean;
}

const offers: readonly Offer[] = [
  { action: 'acknowledge', key: 'e' },
  { action: 'assign', key: 'a' },
  { action: 'plan', key: 'v' },
  { action: 'unplan' },
  { action: 'snooze', key: 's' },
  { action: 'wake' },
  { action: 'resolve', key: 'r' },
  { action: 'handOver', right: 'actOnWorklist', key: 't', isForDevice: true },
  { action: 'priority', right: 'actOnWorklist', key: 'p' },
  { action: 'call', right: 'actOnWorklist', isForDevice: true },
];

/**
 * What the user may do with the conditions of the row (GE-04), disabled where no ticked one allows it; the
 * first possible one stands out.
 */
export function DrawerActions({ row, conditions, ticked, onAct }: ActionsProps) {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const { data: me } = useQuery(meQuery);
  const offered = offers.filter(
    ({ action, right, isForDevice = false }) =>
      (right === undefined ? conditions.some((one) => allows(one, action)) : can(me, right)) &&
      (!isForDevice || row.entity === 'device'),
  );
  const isPossible = ({ action, right }: Offer) => right !== undefined || ticked.some((one) => allows(one, action));
  const first = offered.find(isPossible);
  return (
    <fieldset className={headStyles.actions} aria-label={t('actions')}>
      {offered.map((offer) => {
        const { action, key } = offer;
        return (
          <Button
            key={action}
            variant={offer === first ? 'primary' : 'default'}
            disabled={!isPossible(offer)}
            onClick={() => onAct(action)}
          >
            {action === 'priority' || action === 'call' || action === 'weight' || action === 'assignToMe'
              ? t(`moreActions.${action}`)
              : worklist(`actions.${action}`)}
            {key === undefined ? null : (
              <kbd className={headStyles.key} aria-hidden="true">
                {key}
              </kbd>
            )}
          </Button>
        );
      })}
    </fieldset>
  );
}
