import { shortNameOfCode } from '@platen/catalogue/device-codes/short-name';
import { decodeConditions } from '@platen/catalogue/families/settings';
import { dayMs } from '@platen/contract/constants';
import type { ErrorGroup } from '@platen/contract/visit-pack';
import { errorKey } from '@platen/diagnosis/pack/fresh';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useCodeExplanation } from '../../device-codes/code-queries.ts';
import { environment } from '../../platform/environment.ts';
import { useDates } from '../../ui/use-dates.ts';
import { Block, type BlockProps, Fresh } from './block.tsx';
import errorsStyles from './errors.module.css';
import styles from './pack.module.css';

/** Errors since the last visit by code, and the newest in full (VP-10). */
export function ErrorsBlock({ pack, device, isNew, prefix }: BlockProps) {
  const t = useTranslations('visitPack.errors');
  const dates = useDates();
  const { count, groups, groupCount, newest, silentDays } = device.errors;
  const since = (Date.parse(pack.madeAt) - Date.parse(device.since)) / dayMs;
  // Whole days since the last visit, as the head counts them; without one the pack looks back whole days.
  const days = Math.max(1, device.lastVisitAt === null ? Math.round(since) : Math.floor(since));
  return (
    <Block
      id={`${prefix}errors`}
      title={t(device.lastVisitAt === null ? 'titleDays' : 'title')}
      note={count === 0 ? undefined : t('note', { count, groups: groupCount, days })}
      className={styles.wide}
    >
      {count === 0 ? (
        <p className="quiet">{t('nothing')}</p>
      ) : (
        <table className={errorsStyles.errors}>
          <thead>
            <tr>
              <th scope="col">{t('code')}</th>
              <th scope="col">{t('meaning')}</th>
              <th scope="col">{t('days')}</th>
              <th scope="col" data-figure="">
                {t('times')}
              </th>
              <th scope="col">{t('first')}</th>
              <th scope="col">{t('last')}</th>
              <th scope="col" data-figure="">
                {t('counter')}
              </th>
              <th scope="col">{t('mostly')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group, index) => (
              <GroupRow
                key={group.code}
                group={group}
                series={device.series}
                silentDays={silentDays}
                isFresh={isNew('errors', errorKey(group))}
                isBeyondPaper={index >= mostOnPaper}
              />
            ))}
          </tbody>
        </table>
      )}
      {groupCount > groups.length ? <p className="quiet">{t('rest', { count: groupCount - groups.length })}</p> : null}
      {groupCount > mostOnPaper ? <PaperMore count={groupCount - mostOnPaper} /> : null}
      {silentDays.length > 0 && count > 0 ? <p className={styles.foot}>{t('silent')}</p> : null}
      {newest.length === 0 ? null : (
        <details className={errorsStyles.newest} data-print="none">
          <summary>{t('newest', { count: newest.length })}</summary>
          <ul>
            {newest.map((one) => (
              <li key={`${one.code} ${one.at}`}>
                <span className="code">{one.code}</span> {dates.dateTime(new Date(one.at))}{' '}
                {one.counter === null ? null : `${t('counter')} ${one.counter}`}{' '}
                <span className="quiet">{mostlyOf(device.series, one)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Block>
  );
}

/** Groups of errors on a sheet of paper (VP-16). */
const mostOnPaper = 12;

export function PaperMore({ count }: { readonly count: number }) {
  const t = useTranslations('visitPack');
  return <p className={styles.paperMore}>{t('more', { count })}</p>;
}

const mostlyOf = (series: string | null, { paperSource, paperSize, function: use }: ErrorGroup['mostly']): string =>
  decodeConditions(
    series,
    { paperSource: paperSource ?? undefined, paperSize: paperSize ?? undefined, function: use ?? undefined },
    environment().locale,
  )
    .flatMap(({ text }) => text ?? [])
    .join(', ');

interface GroupRowProps {
  readonly group: ErrorGroup;
  readonly series: string | null;
  readonly silentDays: readonly number[];
  readonly isFresh: boolean;
  readonly isBeyondPaper: boolean;
}

function GroupRow({ group, series, silentDays, isFresh, isBeyondPaper }: GroupRowProps) {
  const t = useTranslations('visitPack.errors');
  const dates = useDates();
  const format = useFormatter();
  const state = useCodeExplanation(group.code);
  const { message, place } = state.kind === 'known' ? state.explanation : { message: '', place: '' };
  const short = shortNameOfCode(group.code, environment().locale);
  const last = new Date(group.lastAt);
  return (
    <tr data-call={group.category === 'serviceCall' ? '' : undefined} className={isBeyondPaper ? styles.noPaper : ''}>
      <th scope="row" className="code">
        {group.code}
      </th>
      <td className={errorsStyles.meaning}>
        <b>{short ?? message}</b> <Fresh when={isFresh} />
        <span className="quiet">{short === undefined ? place : message}</span>
      </td>
      <td className={errorsStyles.barCell}>
        <Bars days={group.days} silentDays={silentDays} />
      </td>
      <td data-figure="" className={errorsStyles.times}>
        {group.count}
      </td>
      <td>{dates.date(new Date(group.firstAt))}</td>
      <td>{dates.dateTime(last)}</td>
      <td data-figure="">{group.counter === null ? '-' : format.number(group.counter)}</td>
      <td className={errorsStyles.mostly}>{mostlyOf(series, group.mostly) || '-'}</td>
      <td className={errorsStyles.phoneLast}>{t('lastAt', { at: dates.dateTime(last) })}</td>
    </tr>
  );
}

/** One bar a day; the figures stand next to them. */
function Bars({ days, silentDays }: { readonly days: readonly number[]; readonly silentDays: readonly number[] }) {
  const most = Math.max(1, ...days);
  const [width, height] = [4, 16];
  const silent = new Set(silentDays);
  return (
    <svg
      className={errorsStyles.bars}
      viewBox={`0 0 ${days.length * width} ${height}`}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {days.map((count, index) => {
        const tall = count === 0 ? 1 : Math.max(3, (height * count) / most);
        const isSilent = count === 0 && silent.has(index);
        return (
          <rect
            // Each bar is one day, so its index identifies it.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            x={index * width}
            y={isSilent ? 0 : height - tall}
            width={width - 1}
            height={isSilent ? height : tall}
            data-kind={isSilent ? 'silent' : count === 0 ? 'zero' : 'count'}
          />
        );
      })}
    </svg>
  );
}
