import type { VisitEffect } from '@platen/contract/visit-effects';
import type { AnsweredVisitFigures } from '@platen/contract/visit-figures';
import { useFormatter, useTranslations } from 'use-intl/react';
import table from '../device/table.module.css';
import { TableFrame } from '../device/table-frame.tsx';
import { toDate } from '../device/use-headline.ts';
import { useItemWords } from '../device/use-item-words.ts';
import { Evidence } from '../ui/evidence.tsx';
import { FactsCard } from '../ui/evidence-card.tsx';
import { Link } from '../ui/link.tsx';
import { Panel } from '../ui/panel.tsx';
import { useDates } from '../ui/use-dates.ts';
import styles from './figures-screen.module.css';
import { useEffectWords } from './use-effect-words.ts';

/** Ends of the line of ratios; it is logarithmic, with 1 where nothing changed. */
const ends = { least: 0.05, most: 4 };

/** Where a ratio stands on the line, in percent; one beyond its ends stands at them. */
const placeOf = (ratio: number): number => {
  const within = Math.min(ends.most, Math.max(ends.least, ratio));
  return (100 * Math.log(within / ends.least)) / Math.log(ends.most / ends.least);
};

/** The newest entries with rates before and after, and the ratio with its range on a line. */
export function ChangesPanel({ data }: { readonly data: AnsweredVisitFigures }) {
  const t = useTranslations('visitFigures.changes');
  const { changes, changeCount } = data;
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      {...(changes.length === 0 && { state: { kind: 'empty' as const, text: t('nothing') } })}
    >
      <TableFrame label={t('title')}>
        <table className={`${table.table} ${styles.changes}`}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('device')}</th>
              <th scope="col" className={table.figure}>
                {t('before')}
              </th>
              <th scope="col" className={table.figure}>
                {t('after')}
              </th>
              <th scope="col" className={table.figure}>
                {t('usual')}
              </th>
              <th scope="col">
                <span className="vh">{t('range')}</span>
                <span className={styles.axis} aria-hidden="true">
                  <span style={{ insetInlineStart: 0 }}>{ends.least}</span>
                  <span style={{ insetInlineStart: `${placeOf(1)}%` }}>{t('same')}</span>
                  <span style={{ insetInlineStart: '100%' }}>{ends.most}</span>
                </span>
              </th>
              <th scope="col">{t('says')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ deviceId, serial, effect }) => (
              <Change
                key={`${deviceId} ${effect.visitId} ${effect.measure} ${effect.of}`}
                serial={serial}
                effect={effect}
              />
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className={styles.foot}>{t('foot', { shown: changes.length, count: changeCount })}</p>
    </Panel>
  );
}

/** What was done, in words: a part, or the work. */
function useWorkName(): (effect: Pick<VisitEffect, 'done' | 'item'>) => string {
  const t = useTranslations('visitFigures');
  const part = useItemWords();
  return ({ done, item }) => {
    if (done === 'replaced') return item === null ? t('done.other') : part(item);
    return item === null ? t(`done.${done}`) : `${t(`done.${done}`)}: ${part(item)}`;
  };
}

function Change({ serial, effect }: { readonly serial: string | null; readonly effect: VisitEffect }) {
  const t = useTranslations('visitFigures.changes');
  const format = useFormatter();
  const dates = useDates();
  const name = useWorkName();
  const words = useEffectWords()(effect);
  const { judged, before, after, usual } = effect;
  const rate = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  const rateOf = (side: VisitEffect['before']) => (side.exposure === 0 ? '-' : rate(side.count / side.exposure));
  return (
    <tr>
      <th scope="row">
        <Evidence title={words.line} card={<FactsCard title={words.line} note={words.note} facts={words.facts} />}>
          {name(effect)}
        </Evidence>
      </th>
      <td>
        <Link to="/visits/$visitId" params={{ visitId: effect.visitId }} className="code">
          {serial ?? t('unnamed')}
        </Link>{' '}
        {dates.date(toDate(effect.day))}
      </td>
      <td className={table.figure}>{rateOf(before)}</td>
      <td className={table.figure}>{rateOf(after)}</td>
      <td className={table.figure}>{usual === null ? '-' : rate(usual)}</td>
      <td>
        {judged.state === 'notYetKnown' ? (
          <span className={styles.hatch}>
            <span>{words.missing}</span>
          </span>
        ) : (
          <span className={styles.ratio}>
            <span className="vh">{words.range}</span>
            <s aria-hidden="true" style={{ insetInlineStart: `${placeOf(1)}%` }} />
            <i
              aria-hidden="true"
              style={{
                insetInlineStart: `${placeOf(judged.lower)}%`,
                inlineSize: `${placeOf(judged.upper ?? ends.most) - placeOf(judged.lower)}%`,
              }}
            />
            {judged.ratio === null ? null : (
              <b aria-hidden="true" style={{ insetInlineStart: `${placeOf(judged.ratio)}%` }} />
            )}
          </span>
        )}
      </td>
      <td className={styles.verdict} data-verdict={words.verdict}>
        {words.verdictText}
      </td>
    </tr>
  );
}
