import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import type { ConditionKind } from '@platen/contract/worklist-names';
import { useFormatter, useTranslations } from 'use-intl/react';
import table from '../../../device/table.module.css';
import { TableFrame } from '../../../device/table-frame.tsx';
import { toDate, useHeadline } from '../../../device/use-headline.ts';
import { Button } from '../../../ui/button.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './drawer.module.css';
import { Section } from './section.tsx';
import { Source } from './source.tsx';

interface WhyProps {
  readonly row: WorklistRow;
  readonly detail: WorklistDetail;
  readonly onWeight: () => void;
}

/** Whether the row's cost holds that of the condition (WL-47). */
const isCounted = ({ work, inhibitedBy, cost }: Condition): boolean =>
  work !== 'resolved' && work !== 'snoozed' && inhibitedBy === null && cost !== null;

/** Points of a condition by itself, before what is held back for the device. */
const shownPoints = (cost: Condition['cost']): number => (cost?.points ?? 0) + (cost?.heldBack ?? 0);
const toTenths = (points: number): number => Math.round(points * 10);

/** The cost in its parts (WL-53): chance, hours, use and product of each condition, and what it rests on. */
export function Why({ row, detail, onWeight }: WhyProps) {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const dates = useDates();
  const { points } = useForms();
  const counted = detail.conditions
    .filter(isCounted)
    .toSorted((one, other) => (other.cost?.points ?? 0) - (one.cost?.points ?? 0));
  const isHeldBack = counted.some(({ cost }) => (cost?.heldBack ?? 0) > 0);
  // The difference of the figures as they are shown, so that a person who adds them up gets the sum.
  const heldBack = counted.reduce((sum, { cost }) => sum + toTenths(shownPoints(cost)), 0) - toTenths(row.cost);
  return (
    <Section title={t('why.title')} note={t('why.note', { day: dates.date(toDate(detail.use.nextWorkingDay)) })}>
      <div className={styles.bar} aria-hidden="true">
        {counted.map(({ conditionId, source, cost }) => (
          <i
            key={conditionId}
            className={source === 'judgement' ? styles.judged : undefined}
            style={{ inlineSize: `${row.cost > 0 ? (100 * (cost?.points ?? 0)) / row.cost : 0}%` }}
          />
        ))}
      </div>
      <TableFrame label={t('why.title')}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('why.condition')}</th>
              <th scope="col">{t('why.knownBy')}</th>
              <th scope="col" className={table.figure}>
                {t('why.chance')}
              </th>
              <th scope="col" className={table.figure}>
                {t('why.hours')}
              </th>
              <th scope="col" className={table.figure}>
                {t('why.points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {counted.map((condition) => (
              <Part key={condition.conditionId} condition={condition} />
            ))}
          </tbody>
          <tfoot>
            {isHeldBack ? (
              <tr>
                <td colSpan={4} className="quiet">
                  {t('why.heldBack')}
                </td>
                <td className={table.figure}>{points(-heldBack / 10)}</td>
              </tr>
            ) : null}
            <tr>
              <td colSpan={4}>{t('why.sum')}</td>
              <td className={table.figure}>{points(row.cost)}</td>
            </tr>
          </tfoot>
        </table>
      </TableFrame>
      {row.unknown > 0 ? <p className="quiet">{t('why.unknown', { count: row.unknown })}</p> : null}
      {row.byHand === null ? null : (
        <p>
          {t('why.byHand', {
            priority: row.priority,
            day: dates.date(toDate(row.byHand.until)),
            reason: row.byHand.reason,
            computed: row.byHand.computed,
          })}{' '}
          <span className="vh">{worklist('marks.setByHand')}</span>
        </p>
      )}
      <Inputs row={row} use={detail.use} onWeight={onWeight} />
      <Formulas kinds={new Set(counted.map(({ kind }) => kind))} />
    </Section>
  );
}

/** Figures of the card in the language in use. */
function useForms() {
  const format = useFormatter();
  return {
    points: (value: number) =>
      format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace('-', '\u2212'),
    /** A factor, or a chance: small ones keep their first digit. */
    factor: (value: number) => format.number(value, { maximumSignificantDigits: 2 }),
  };
}

function Part({ condition }: { readonly condition: Condition }) {
  const t = useTranslations('drawer');
  const headline = useHeadline();
  const { points, factor } = useForms();
  const { source, cost, facts } = condition;
  if (cost === null) return null;
  const { hours, use, chance, chanceFrom } = cost;
  const nothing = <span className="quiet">-</span>;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {headline(condition)}
      </th>
      <td>
        <Source source={source} />
        {chanceFrom === undefined ? null : (
          <span className={styles.from}>
            {t(`why.chanceFrom.${facts.ratedOnly === true ? 'rated' : chanceFrom}`, {
              percent: facts.risk?.within7Days ?? 0,
            })}
          </span>
        )}
      </td>
      <td className={table.figure}>{chance === null ? nothing : factor(chance)}</td>
      <td className={table.figure}>
        {hours === null
          ? nothing
          : use === null
            ? t('why.useUnknown', { hours })
            : t('why.hoursOf', { hours, use: factor(use) })}
      </td>
      <td className={table.figure}>{points(shownPoints(cost))}</td>
    </tr>
  );
}

/** How the points of these kinds come about, and the rule that they are of (GE-10). */
function Formulas({ kinds }: { readonly kinds: ReadonlySet<ConditionKind> }) {
  const t = useTranslations('drawer.why');
  const headlines = useTranslations('headlines.kinds');
  return (
    <details className={styles.formulas}>
      <summary>{t('rule')}</summary>
      <p>{t('point')}</p>
      <dl className={styles.inputs}>
        {[...kinds].map((kind) => [
          <dt key={`${kind} name`}>{headlines(kind)}</dt>,
          <dd key={kind}>{t(`formulas.${kind}`)}</dd>,
        ])}
      </dl>
      <p>{t('classes')}</p>
    </details>
  );
}

interface InputsProps {
  readonly row: WorklistRow;
  readonly use: WorklistDetail['use'];
  readonly onWeight: () => void;
}

/** What the card rests on: use, hours of the next working day, weight by hand, agreed answer time. */
function Inputs({ row, use, onWeight }: InputsProps) {
  const t = useTranslations('drawer');
  const format = useFormatter();
  const dates = useDates();
  const { factor } = useForms();
  const { pagesAMonth, medianOfFleet, weight } = use;
  const isDevice = row.entity === 'device';
  return (
    <dl className={styles.inputs}>
      {isDevice ? (
        <>
          <dt>{t('why.use')}</dt>
          <dd>
            {pagesAMonth === null || medianOfFleet === null || use.factor === null
              ? t('why.useNotKnown')
              : t('why.useOf', {
                  pages: Math.round(pagesAMonth),
                  median: Math.round(medianOfFleet),
                  factor: factor(use.factor),
                })}
          </dd>
        </>
      ) : null}
      <dt>{t('why.hoursTitle')}</dt>
      <dd>
        {t('why.hoursOfDay', {
          day: format.dateTime(toDate(use.nextWorkingDay), 'date'),
          hours: use.hoursOfNextDay,
        })}
      </dd>
      {isDevice ? (
        <>
          <dt>{t('why.weight')}</dt>
          <dd>
            {weight === null
              ? t('why.weightNone')
              : t('why.weightSet', { factor: factor(weight.factor), name: weight.by.name, reason: weight.reason })}{' '}
            <Button variant="link" className={styles.inText} onClick={onWeight}>
              {t('why.setWeight')}
            </Button>
          </dd>
        </>
      ) : null}
      <dt>{t('why.answer')}</dt>
      <dd>
        {row.answer === null
          ? t('why.answerNone')
          : t('why.answerDue', {
              time: dates.dateTime(toDate(row.answer.due)),
              factor: factor(row.answer.factor),
            })}
      </dd>
    </dl>
  );
}
