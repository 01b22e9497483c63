import { partWords } from '@platen/catalogue/part-words';
import type { RuleWords } from '@platen/catalogue/rule-sentence';
import type { TrialResult } from '@platen/contract/rule-trials';
import { useFormatter, useTranslations } from 'use-intl/react';
import { environment } from '../../../platform/environment.ts';
import { Part } from './part.tsx';
import styles from './trial.module.css';
import { nextDay, placeOf, useTrialDays } from './trial-days.ts';
import whereStyles from './where.module.css';

interface WhereProps {
  readonly result: TrialResult;
  readonly words: RuleWords;
}

type Device = TrialResult['worst'][number];
type Event = Device['known'][number];
type Missed = NonNullable<TrialResult['followed']>['missedOn'][number];

/** Openings by day, and the most affected devices with when they fired and what followed (BT-07). */
export function Where({ result, words }: WhereProps) {
  const t = useTranslations('ruleTrial');
  const day = useTrialDays();
  const { worst, customers, from, to, followed } = result;
  const missed = new Map<string, readonly Missed[]>();
  for (const event of followed?.missedOn ?? [])
    if (!worst.some(({ deviceId }) => deviceId === event.deviceId))
      missed.set(event.deviceId, [...(missed.get(event.deviceId) ?? []), event]);
  if (worst.length === 0 && missed.size === 0) return null;
  const place = (at: string) => `${placeOf(at, from, to) * 100}%`;
  const nameOf = ({ kind, item }: Event): string => {
    if (kind === 'serviceCall') return item;
    return item.startsWith('toner.')
      ? words.subject('colour', item.slice('toner.'.length))
      : (partWords(item, environment().locale) ?? item);
  };
  return (
    <Part title={t('where.title')} note={t('where.note')}>
      <table className={whereStyles.lanes}>
        <thead>
          <tr>
            <th scope="col">{t('where.device')}</th>
            <th scope="col" aria-label={t('where.when')}>
              <span className={styles.ends}>
                <span>{day(from)}</span>
                <span>{day(to)}</span>
              </span>
            </th>
            <th scope="col">{t('where.times')}</th>
            <th scope="col">{t('where.lasted')}</th>
          </tr>
        </thead>
        <tbody>
          <OpenedRow result={result} place={place} />
          {worst.map((device) => (
            <DeviceRow key={device.deviceId} device={device} result={result} place={place} nameOf={nameOf} />
          ))}
          {[...missed].map(([deviceId, events]) => (
            <MissedRow key={deviceId} events={events} result={result} place={place} nameOf={nameOf} />
          ))}
        </tbody>
      </table>
      {customers.length === 0 ? null : (
        <p className={whereStyles.customers}>
          {t('where.customers', {
            names: customers
              .map(({ name, times }) => t('where.customer', { name: name ?? t('where.unknownCustomer'), times }))
              .join(', '),
          })}
        </p>
      )}
    </Part>
  );
}

interface RowProps {
  readonly result: TrialResult;
  /** Where a day stands on the axis. */
  readonly place: (at: string) => string;
}

/** On how many devices the rule opened, by day. */
function OpenedRow({ result: { byDay, times, mostTogether }, place }: RowProps) {
  const t = useTranslations('ruleTrial');
  const format = useFormatter();
  const mostOpened = Math.max(0, ...byDay.map(({ opened }) => opened));
  return (
    <tr>
      <th scope="row">{t('where.opened')}</th>
      <td>
        <span className="vh">
          {t('where.openedText', {
            days: byDay.filter(({ opened }) => opened > 0).length,
            most: mostOpened,
            together: mostTogether,
          })}
        </span>
        <span className={whereStyles.lane} data-total="" aria-hidden="true">
          {byDay.map(({ day: at, opened }) =>
            opened === 0 ? null : (
              <i
                key={at}
                style={{
                  insetInlineStart: place(at),
                  inlineSize: `${100 / byDay.length}%`,
                  blockSize: `${Math.max(25, (opened / mostOpened) * 100)}%`,
                }}
              />
            ),
          )}
        </span>
      </td>
      <td>{format.number(times)}</td>
      <td>-</td>
    </tr>
  );
}

interface DeviceRowProps extends RowProps {
  readonly device: Device;
  readonly nameOf: (event: Event) => string;
}

/** When the rule fired on a device, and what followed. */
function DeviceRow({ device, result: { from, to }, place, nameOf }: DeviceRowProps) {
  const t = useTranslations('ruleTrial');
  const format = useFormatter();
  const day = useTrialDays();
  return (
    <tr>
      <th scope="row">
        <span className="code">{device.serial ?? device.deviceId}</span>{' '}
        <span className={whereStyles.customer}>{device.customerName}</span>
      </th>
      <td>
        <span className="vh">
          {[
            ...device.firings.map(({ from: first, to: last }) =>
              last === null
                ? t('where.since', { from: day(first) })
                : t('where.from', { from: day(first), to: day(last) }),
            ),
            ...device.known.map((event) => t(`where.${event.kind}`, { day: day(event.day), item: nameOf(event) })),
          ].join('; ')}
        </span>
        <span className={whereStyles.lane} aria-hidden="true">
          {device.firings.map(({ from: first, to: last, subject }) => (
            <i
              key={`${first} ${subject ?? ''}`}
              data-open={last === null ? '' : undefined}
              style={{
                insetInlineStart: place(first),
                insetInlineEnd: `${(1 - placeOf(nextDay(last ?? to), from, to)) * 100}%`,
              }}
            />
          ))}
          {device.known.map((event) => (
            <b
              key={`${event.day} ${event.item}`}
              title={t(`where.${event.kind}`, { day: day(event.day), item: nameOf(event) })}
              style={{ insetInlineStart: place(event.day) }}
            >
              ▲
            </b>
          ))}
        </span>
      </td>
      <td>{format.number(device.times)}</td>
      <td>
        {device.firings.some((one) => one.to === null)
          ? t('where.firing')
          : t('lastedDays', { days: Math.round(device.days) })}
      </td>
    </tr>
  );
}

interface MissedRowProps extends RowProps {
  readonly events: readonly Missed[];
  readonly nameOf: (event: Event) => string;
}

/** A device on which something happened without the rule firing before. */
function MissedRow({ events, result: { from, to }, place, nameOf }: MissedRowProps) {
  const t = useTranslations('ruleTrial');
  const format = useFormatter();
  const day = useTrialDays();
  const texts = events.map((event) => {
    const values = { day: day(event.day), item: nameOf(event) };
    return t(event.kind === 'replacement' ? 'where.missedReplacement' : 'where.missedServiceCall', values);
  });
  const [first] = events;
  return (
    <tr>
      <th scope="row">
        <span className="code">{first?.serial ?? first?.deviceId}</span>{' '}
        <span className={whereStyles.customer}>{first?.customerName}</span>
      </th>
      <td aria-label={texts.join('; ')}>
        <span className={whereStyles.lane}>
          {events.map((event, index) => (
            <b
              key={`${event.day} ${event.item}`}
              data-missed=""
              title={texts[index]}
              style={{ insetInlineStart: place(event.day) }}
            >
              ◇
            </b>
          ))}
          {first === undefined || events.length > 1 ? null : (
            <small
              data-side={placeOf(first.day, from, to) > 0.5 ? 'start' : 'end'}
              style={{ insetInlineStart: place(first.day) }}
            >
              {texts[0]}
            </small>
          )}
        </span>
      </td>
      <td>{format.number(0)}</td>
      <td>-</td>
    </tr>
  );
}
