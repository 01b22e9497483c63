import { isKeyOf, toSupplyName } from '@platen/catalogue/supply-phrase';
import type { WorklistDetail } from '@platen/contract/worklist';
import { useMessages, useTranslations } from 'use-intl/react';
import table from '../../../device/table.module.css';
import { TableFrame } from '../../../device/table-frame.tsx';
import { Button } from '../../../ui/button.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { toDate, useHeadline } from '../use-headline.ts';
import styles from './drawer.module.css';
import { Section } from './section.tsx';

interface PartProps {
  readonly detail: WorklistDetail;
}

/** What to bring: first what the ticked conditions need, then what ends within eight weeks. */
export function Bring({ detail: { bring, conditions }, ticked }: PartProps & { readonly ticked: ReadonlySet<string> }) {
  const t = useTranslations('drawer');
  const item = useItem();
  const headline = useHeadline();
  const rankOf = (id: string | null) => (id === null ? 2 : ticked.has(id) ? 0 : 1);
  const sorted = bring.toSorted((one, other) => rankOf(one.conditionId) - rankOf(other.conditionId));
  return (
    <Section title={t('bring.title')} note={t('bring.note')}>
      {sorted.length === 0 ? (
        <p className="quiet">{t('bring.nothing')}</p>
      ) : (
        <TableFrame label={t('bring.title')}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('bring.part')}</th>
                <th scope="col" className={table.figure}>
                  {t('bring.pieces')}
                </th>
                <th scope="col">{t('bring.why')}</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ item: name, pieces, conditionId }) => {
                const of = conditions.find((condition) => condition.conditionId === conditionId);
                const isTicked = conditionId !== null && ticked.has(conditionId);
                return (
                  <tr key={`${name} ${conditionId}`}>
                    <th scope="row" className={styles.name}>
                      {item(name)}
                    </th>
                    <td className={table.figure}>{pieces}</td>
                    <td className={styles.name}>
                      {of === undefined ? t('bring.soon') : headline(of)}
                      {of === undefined || isTicked ? null : <span className="quiet"> ({t('bring.also')})</span>}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </TableFrame>
      )}
    </Section>
  );
}

/** A part by its code or component, or a supply, in words: `6342`, `drum.black`, `toner.cyan`. */
function useItem(): (item: string) => string {
  const headlines = useTranslations('headlines');
  const status = useTranslations('status');
  const common = useTranslations('common');
  const messages = useMessages();
  const nameOf = (type: string): string => {
    if (/^\d+$/.test(type)) return headlines('parts.code', { code: type });
    if (isKeyOf(messages.headlines.parts, type)) return headlines(`parts.${type}`);
    const supply = toSupplyName(type);
    return supply === undefined ? type : status(`supplyName.${supply}`);
  };
  return (item) => {
    const [type = '', unit] = item.split('.');
    if (unit === undefined) return nameOf(type);
    if (type === 'part') return nameOf(unit);
    const colour = isKeyOf(messages.common.color, unit) ? common(`color.${unit}`) : unit;
    return headlines('parts.of', { name: nameOf(type), unit: colour });
  };
}

const dayMs = 86_400_000;
/** Length of the line of time, in days. */
const forecastDays = 56;

/** The next 8 weeks: the day of each part and supply with its 80 % range, or why there is none. */
export function Forecast({ detail: { forecast } }: PartProps) {
  const t = useTranslations('drawer');
  const item = useItem();
  const dates = useDates();
  const now = useMinute();
  const place = (day: string) =>
    Math.min(1, Math.max(0, (toDate(day).getTime() - now.getTime()) / dayMs / forecastDays));
  return (
    <Section title={t('forecast.title')} note={t('forecast.note')}>
      {forecast.length === 0 ? <p className="quiet">{t('forecast.nothing')}</p> : null}
      <ul className={styles.forecast}>
        {forecast.map(({ item: name, day, range, urgency }) => {
          const [from, to] = [range?.lower ?? day, range?.upper ?? day];
          return (
            <li key={`${name} ${day} ${urgency}`}>
              <span>{item(name)}</span>
              <span className={styles.line} aria-hidden="true">
                {from === null || to === null ? null : (
                  <i
                    data-range=""
                    style={{
                      insetInlineStart: `${100 * place(from)}%`,
                      inlineSize: `${100 * Math.max(0, place(to) - place(from))}%`,
                    }}
                  />
                )}
                {day === null ? null : <b style={{ insetInlineStart: `${100 * place(day)}%` }} />}
              </span>
              <span className={styles.when}>{toWhen(day, range, urgency)}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );

  function toWhen(
    day: string | null,
    range: WorklistDetail['forecast'][number]['range'],
    urgency: WorklistDetail['forecast'][number]['urgency'],
  ): string {
    if (day === null) return urgency === undefined ? t('forecast.none') : t(`forecast.${urgency}`);
    if (toDate(day).getTime() < now.getTime() - dayMs) return t('forecast.over', { day: dates.date(toDate(day)) });
    return range === null
      ? dates.date(toDate(day))
      : t('forecast.range', { from: dates.date(toDate(range.lower)), to: dates.date(toDate(range.upper)) });
  }
}

/** Visits that are shown. */
const shownVisits = 3;

export function Visits({ detail: { visits } }: PartProps) {
  const t = useTranslations('drawer');
  const dates = useDates();
  return (
    <Section title={t('visits.title')}>
      {visits.length === 0 ? (
        <p className="quiet">{t('visits.nothing')}</p>
      ) : (
        <dl className={styles.entries}>
          {visits.slice(0, shownVisits).map(({ visitId, day, assignee, note }) => [
            <dt key={`${visitId} day`}>{dates.date(toDate(day))}</dt>,
            <dd key={visitId}>
              {assignee?.name ?? t('visits.noAssignee')} {note}
            </dd>,
          ])}
        </dl>
      )}
    </Section>
  );
}

/** Notes of people about the device, newest first (GE-18). */
export function Notes({ detail: { notes }, onAdd }: PartProps & { readonly onAdd: (() => void) | undefined }) {
  const t = useTranslations('drawer');
  const dates = useDates();
  return (
    <Section
      title={t('notes.title')}
      aside={
        onAdd === undefined ? undefined : (
          <Button variant="quiet" onClick={onAdd}>
            {t('notes.add')}
          </Button>
        )
      }
    >
      {notes.length === 0 ? <p className="quiet">{t('notes.nothing')}</p> : null}
      <ul className={styles.notes}>
        {notes.map(({ noteId, at, by, text }) => (
          <li key={noteId}>
            {text}{' '}
            <small className="quiet">
              {by?.name ?? t('notes.erased')}, {dates.date(toDate(at))}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
