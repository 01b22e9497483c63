import { dayMs } from '@platen/contract/constants';
import type { WorklistDetail } from '@platen/contract/worklist';
import { useTranslations } from 'use-intl/react';
import table from '../../../device/table.module.css';
import { TableFrame } from '../../../device/table-frame.tsx';
import { toDate, useHeadline } from '../../../device/use-headline.ts';
import { useItemWords } from '../../../device/use-item-words.ts';
import { Button } from '../../../ui/button.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { EffectsOfVisit } from '../../../visit-effects/effect-line.tsx';
import { dayIn } from '../days.ts';
import { Decide } from '../decide.tsx';
import styles from './drawer.module.css';
import historyStyles from './history.module.css';
import { Section } from './section.tsx';

interface PartProps {
  readonly detail: WorklistDetail;
}

/** What to bring: first what the ticked conditions need, then what ends within eight weeks. */
export function Bring({ detail: { bring, conditions }, ticked }: PartProps & { readonly ticked: ReadonlySet<string> }) {
  const t = useTranslations('drawer');
  const item = useItemWords();
  const headline = useHeadline();
  const rankOf = (id: string | null) => (id === null ? 2 : ticked.has(id) ? 0 : 1);
  const sorted = bring.toSorted((one, other) => rankOf(one.conditionId) - rankOf(other.conditionId));
  const asked = conditions.filter(({ conditionId }) => ticked.has(conditionId));
  return (
    <Section title={t('bring.title')} note={t('bring.note')}>
      {sorted.length === 0 ? null : <Decide conditions={asked} />}
      {sorted.length === 0 ? (
        <p className="quiet">{t('bring.nothing')}</p>
      ) : (
        <TableFrame label={t('bring.title')}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('bring.part')}</th>
                <th scope="col">{t('bring.code')}</th>
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
                    <td className="code">{isPartCode.test(name) ? name : null}</td>
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

/** A part by its code; a cartridge has none here. */
const isPartCode = /^\d+$/;

/** Length of the line of time, in days. */
const forecastDays = 56;
/** Days that its axis names. */
const axisDays = [0, 28];

/** The next 8 weeks: the day of each part and supply with its 80 % range, or why there is none. */
export function Forecast({ detail: { forecast } }: PartProps) {
  const t = useTranslations('drawer');
  const item = useItemWords();
  const dates = useDates();
  const now = useMinute();
  const today = dayIn(undefined, now);
  const place = (day: string) =>
    Math.min(1, Math.max(0, (toDate(day).getTime() - now.getTime()) / dayMs / forecastDays));
  return (
    <Section title={t('forecast.title')} note={t('forecast.note')}>
      {forecast.length === 0 ? <p className="quiet">{t('forecast.nothing')}</p> : null}
      <ul className={historyStyles.forecast}>
        {forecast.length === 0 ? null : (
          <li aria-hidden="true">
            <span />
            <span className={historyStyles.axis}>
              {axisDays.map((days) => (
                <span key={days} style={{ insetInlineStart: `${(100 * days) / forecastDays}%` }}>
                  {days === 0 ? t('forecast.today') : dates.date(new Date(now.getTime() + days * dayMs))}
                </span>
              ))}
            </span>
            <span />
          </li>
        )}
        {forecast.map(({ item: name, day, range, urgency }) => {
          const [from, to] = [range?.lower ?? day, range?.upper ?? day];
          return (
            <li key={`${name} ${day} ${urgency}`}>
              <span>{item(name)}</span>
              <span className={historyStyles.line} aria-hidden="true">
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
              <span className={historyStyles.when}>{toWhen(day, range, urgency)}</span>
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
    if ((range?.upper ?? day) <= today) return t('forecast.over');
    return range === null
      ? dates.date(toDate(day))
      : t('forecast.range', { from: dates.date(toDate(range.lower)), to: dates.date(toDate(range.upper)) });
  }
}

/** Codes that changed since the last visit, each between two days (CH-02). */
export function Codes({ detail: { codeChanges } }: PartProps) {
  const t = useTranslations('drawer.codes');
  const dates = useDates();
  if (codeChanges === null) return null;
  const { since, isVisit, changes, count, adjusting } = codeChanges;
  const date = (at: string) => dates.date(new Date(at));
  return (
    <Section
      title={t(isVisit ? 'sinceVisit' : 'since', { day: dates.date(toDate(since)) })}
      note={isVisit ? undefined : t('noVisit')}
    >
      {count === 0 ? <p className="quiet">{t('nothing')}</p> : null}
      <dl className={historyStyles.entries}>
        {changes.map(({ code, before, after, lastBefore, firstAfter }) => [
          <dt key={`${code} ${firstAfter} code`} className="code">
            {code}
          </dt>,
          <dd key={`${code} ${firstAfter}`}>
            <span className="code">
              {before} → {after}
            </span>{' '}
            <small>{t('between', { from: date(lastBefore), to: date(firstAfter) })}</small>
          </dd>,
        ])}
      </dl>
      {count > changes.length ? <p className="quiet">{t('rest', { count: count - changes.length })}</p> : null}
      {adjusting > 0 ? <p className="quiet">{t('adjusted', { count: adjusting })}</p> : null}
    </Section>
  );
}

const visitStates = ['done', 'underWay', 'planned'] as const;

/** The last three visits with what they changed; one of which nothing was recorded says so. */
export function Visits({ rowId, detail: { visits } }: PartProps & { readonly rowId: string }) {
  const t = useTranslations('drawer');
  const dates = useDates();
  return (
    <Section title={t('visits.title')}>
      {visits.length === 0 ? (
        <p className="quiet">{t('visits.nothing')}</p>
      ) : (
        <dl className={historyStyles.entries}>
          {visits.map(({ visitId, day, assignee, note, state }) => {
            const known = visitStates.find((one) => one === state);
            return [
              <dt key={`${visitId} day`}>{dates.date(toDate(day))}</dt>,
              <dd key={visitId}>
                {assignee?.name ?? t('visits.noAssignee')} {note}{' '}
                {known === undefined ? null : <small>{t(`visits.states.${known}`)}</small>}
                {known === 'done' ? <EffectsOfVisit deviceId={rowId} visitId={visitId} /> : null}
              </dd>,
            ];
          })}
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
          <Button variant="link" onClick={onAdd}>
            {t('notes.add')}
          </Button>
        )
      }
    >
      {notes.length === 0 ? <p className="quiet">{t('notes.nothing')}</p> : null}
      <ul className={historyStyles.notes}>
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
