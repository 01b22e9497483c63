import type { AnsweredFigures, AnsweredVisitFigures } from '@platen/contract/visit-figures';
import { leastSpans } from '@platen/diagnosis/effect/call-backs';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import table from '../device/table.module.css';
import { TableFrame } from '../device/table-frame.tsx';
import { toDate } from '../device/use-headline.ts';
import { Panel } from '../ui/panel.tsx';
import styles from './figures-screen.module.css';

const useShare = () => {
  const format = useFormatter();
  return (value: number, digits = 0) =>
    format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

/** The four figures of all visits; counts stand before each percentage (VE-07). */
export function Overview({ figures }: { readonly figures: AnsweredFigures }) {
  const t = useTranslations('visitFigures');
  const format = useFormatter();
  const share = useShare();
  const { problems, callBacks, returns, callBackShare, returnShare, firstTime, spans, pagesBetween } = figures;
  const few = <span className={styles.unknown}>{t('countsOnly')}</span>;
  return (
    <dl className={styles.overview}>
      <Figure name={t('firstTime')} about={t('firstTimeAbout')}>
        {firstTime === null ? (
          few
        ) : (
          <>
            <b>{t('share', { share: share(firstTime.value) })}</b>{' '}
            {t('range', { lower: share(firstTime.lower), upper: share(firstTime.upper) })}
          </>
        )}
      </Figure>
      <Figure name={t('callBacks')} about={t('callBacksAbout')}>
        <b>{format.number(callBacks)}</b> {t('ofVisits', { count: problems })}
        {callBackShare === null ? null : <>, {t('share', { share: share(callBackShare, 1) })}</>}
      </Figure>
      <Figure name={t('returns')} about={t('returnsAbout')}>
        <b>{format.number(returns)}</b> {t('ofVisits', { count: problems + callBacks })}
        {returnShare === null ? null : <>, {t('share', { share: share(returnShare, 1) })}</>}
      </Figure>
      <Figure name={t('pagesBetween')} about={t('unused', { unused: figures.unused, brought: figures.brought })}>
        {pagesBetween === null ? (
          <span className={styles.unknown}>{t('fewSpans', { count: spans, needed: leastSpans })}</span>
        ) : (
          <>
            <b>{format.number(pagesBetween)}</b> {t('medianOf', { count: spans })}
          </>
        )}
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  about,
  children,
}: {
  readonly name: string;
  readonly about: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className={styles.about}>{about}</dd>
    </div>
  );
}

interface GroupRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly figures: AnsweredFigures;
}

interface GroupTableProps {
  readonly label: string;
  readonly head: string;
  readonly rows: readonly GroupRow[];
  readonly total?: GroupRow;
}

/** Figures of groups, one a row. */
function GroupTable({ label, head, rows, total }: GroupTableProps) {
  const t = useTranslations('visitFigures.table');
  return (
    <TableFrame label={label}>
      <table className={`${table.table} ${styles.groups}`}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className={table.figure}>
              {t('problems')}
            </th>
            <th scope="col" className={table.figure}>
              {t('callBacks')}
            </th>
            <th scope="col" className={table.figure}>
              {t('returns')}
            </th>
            <th scope="col">{t('firstTime')}</th>
            <th scope="col" className={table.figure}>
              {t('pages')}
            </th>
            <th scope="col" className={table.figure}>
              {t('unused')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Group key={row.key} row={row} />
          ))}
        </tbody>
        {total === undefined ? null : (
          <tfoot>
            <Group row={total} />
          </tfoot>
        )}
      </table>
    </TableFrame>
  );
}

function Group({ row: { name, figures } }: { readonly row: GroupRow }) {
  const t = useTranslations('visitFigures');
  const format = useFormatter();
  const share = useShare();
  const { firstTime, pagesBetween, spans, brought, unused } = figures;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={table.figure}>{format.number(figures.problems)}</td>
      <td className={table.figure}>{format.number(figures.callBacks)}</td>
      <td className={table.figure}>{format.number(figures.returns)}</td>
      <td>
        {firstTime === null ? (
          <span className={styles.unknown}>{t('countsOnly')}</span>
        ) : (
          <span className={styles.share}>
            {t('share', { share: share(firstTime.value) })}
            <span className={styles.shareLine} aria-hidden="true">
              <i
                style={{
                  insetInlineStart: `${firstTime.lower}%`,
                  inlineSize: `${firstTime.upper - firstTime.lower}%`,
                }}
              />
              <b style={{ insetInlineStart: `${firstTime.value}%` }} />
            </span>
            <span className={styles.about}>
              {t('range', { lower: share(firstTime.lower), upper: share(firstTime.upper) })}
            </span>
          </span>
        )}
      </td>
      <td className={table.figure}>
        {pagesBetween === null ? (
          <span className={styles.unknown}>{t('fewSpans', { count: spans, needed: leastSpans })}</span>
        ) : (
          format.number(pagesBetween)
        )}
      </td>
      <td className={table.figure}>
        {unused}/{brought}
      </td>
    </tr>
  );
}

interface DataProps {
  readonly data: AnsweredVisitFigures;
}

export function MonthsPanel({ data }: DataProps) {
  const t = useTranslations('visitFigures');
  const format = useFormatter();
  return (
    <Panel title={t('byMonth')}>
      <GroupTable
        label={t('byMonth')}
        head={t('table.month')}
        rows={data.months.map(({ month, ...figures }) => ({
          key: month,
          name: format.dateTime(toDate(`${month}-15`), { year: 'numeric', month: 'short' }),
          figures,
        }))}
        total={{ key: 'all', name: t('table.total'), figures: data.all }}
      />
      <p className={styles.foot}>{t('monthNote')}</p>
    </Panel>
  );
}

/** By model and customer; by technician only for those of VR-11. */
export function GroupPanels({ data }: DataProps) {
  const t = useTranslations('visitFigures');
  const { models, customers, technicians } = data;
  const emptyOf = (rows: readonly unknown[]) =>
    rows.length === 0 ? { state: { kind: 'empty' as const, text: t('noVisits') } } : {};
  const more = (shown: number, count: number) => (shown < count ? t('groupsNote', { shown, count }) : undefined);
  return (
    <div className={styles.stack}>
      <Panel title={t('byModel')} note={more(models.length, data.modelCount)} {...emptyOf(models)}>
        <GroupTable
          label={t('byModel')}
          head={t('table.model')}
          rows={models.map(({ model, ...figures }) => ({
            key: model ?? '',
            name: model ?? t('unknownModel'),
            figures,
          }))}
        />
      </Panel>
      <Panel title={t('byCustomer')} note={more(customers.length, data.customerCount)} {...emptyOf(customers)}>
        <GroupTable
          label={t('byCustomer')}
          head={t('table.customer')}
          rows={customers.map(({ customerNumber, customerName, ...figures }) => ({
            key: customerNumber ?? '',
            name: customerName ?? customerNumber ?? t('unknownCustomer'),
            figures,
          }))}
        />
      </Panel>
      {technicians.length === 0 ? null : (
        <Panel title={t('byTechnician')} note={t('byTechnicianNote')}>
          <GroupTable
            label={t('byTechnician')}
            head={t('table.technician')}
            rows={technicians.map(({ person, ...figures }) => ({
              key: person?.userId ?? '',
              name: person?.name ?? t('table.noTechnician'),
              figures,
            }))}
          />
        </Panel>
      )}
    </div>
  );
}
