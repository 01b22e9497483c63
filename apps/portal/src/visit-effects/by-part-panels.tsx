import { partWords } from '@platen/catalogue/part-words';
import { isKeyOf } from '@platen/catalogue/supply-phrase';
import type { AdviceFigures, PartFigures } from '@platen/contract/visit-figures';
import { measuredAdvice } from '@platen/diagnosis/effect/measured-advice';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import table from '../device/table.module.css';
import { TableFrame } from '../device/table-frame.tsx';
import { environment } from '../platform/environment.ts';
import { Panel } from '../ui/panel.tsx';
import styles from './figures-screen.module.css';

/** The name of a kind of part or work. */
function useKindName(): (kind: string) => string {
  const t = useTranslations('visitFigures');
  const { done, components } = useMessages().visitFigures;
  return (kind) => {
    if (isKeyOf(done, kind)) return t(`done.${kind}`);
    // Of all colours and sources together, which the catalogue of parts does not name.
    if (isKeyOf(components, kind)) return components[kind];
    return partWords(kind, environment().locale) ?? kind;
  };
}

const verdicts = ['better', 'noClearChange', 'worse', 'notYetKnown'] as const;

/** What became of all entries, by part or work (VE-04). */
export function PartsPanel({ parts }: { readonly parts: readonly PartFigures[] }) {
  const t = useTranslations('visitFigures.parts');
  const name = useKindName();
  const format = useFormatter();
  const two = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  return (
    <Panel title={t('title')} {...(parts.length === 0 && { state: { kind: 'empty' as const, text: t('nothing') } })}>
      <TableFrame label={t('title')}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              <th scope="col" className={table.figure}>
                {t('entries')}
              </th>
              {verdicts.map((verdict) => (
                <th key={verdict} scope="col" className={table.figure}>
                  {t(verdict)}
                </th>
              ))}
              <th scope="col" className={table.figure}>
                {t('ratio')}
              </th>
              <th scope="col" className={table.figure}>
                {t('range')}
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.kind}>
                <th scope="row">{name(part.kind)}</th>
                <td className={table.figure}>{format.number(part.entries)}</td>
                {verdicts.map((verdict) => (
                  <td key={verdict} className={table.figure}>
                    {format.number(part[verdict])}
                  </td>
                ))}
                <td className={table.figure}>{part.ratio === null ? '-' : two(part.ratio)}</td>
                <td className={table.figure}>
                  {part.lower === null
                    ? '-'
                    : part.upper === null
                      ? t('above', { lower: two(part.lower) })
                      : t('between', { lower: two(part.lower), upper: two(part.upper) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Panel>
  );
}

const outcomes = ['advised', 'replaced', 'foundGood', 'notLookedAt', 'open'] as const;

/** What became of advice in this fleet, next to the figures of simulated fleets (VE-08). */
export function AdvicePanel({ advice }: { readonly advice: readonly AdviceFigures[] }) {
  const t = useTranslations('visitFigures.advice');
  const format = useFormatter();
  const name = useKindName();
  const simulated = (component: string) => {
    const found = measuredAdvice[component];
    return found === undefined ? t('notSimulated') : t('simulatedOf', found);
  };
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      {...(advice.length === 0 && { state: { kind: 'empty' as const, text: t('nothing') } })}
    >
      <TableFrame label={t('title')}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('component')}</th>
              <th scope="col">{t('family')}</th>
              {outcomes.map((outcome) => (
                <th key={outcome} scope="col" className={table.figure}>
                  {t(outcome)}
                </th>
              ))}
              <th scope="col" className={table.figure}>
                {t('simulated')}
              </th>
            </tr>
          </thead>
          <tbody>
            {advice.map((one) => (
              <tr key={`${one.component} ${one.family}`}>
                <th scope="row">{name(one.component)}</th>
                <td>{one.family ?? '-'}</td>
                {outcomes.map((outcome) => (
                  <td key={outcome} className={table.figure}>
                    {format.number(one[outcome])}
                  </td>
                ))}
                <td className={table.figure}>{simulated(one.component)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className={styles.foot}>{t('foot')}</p>
    </Panel>
  );
}
