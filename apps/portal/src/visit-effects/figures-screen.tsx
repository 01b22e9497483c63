import type { VisitFiguresTexts } from '@platen/catalogue/texts/types';
import type { AnsweredVisitFigures } from '@platen/contract/visit-figures';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { toIsoDay } from '../device/figures.ts';
import { ExportMenu } from '../downloads/export-menu.tsx';
import { lazyTexts } from '../platform/load-once.ts';
import { logError } from '../platform/log.ts';
import { ScreenWithTexts } from '../ui/added-texts.tsx';
import { Link } from '../ui/link.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { Select } from '../ui/text-field.tsx';
import { useAgeText, useMinute } from '../ui/use-dates.ts';
import { AdvicePanel, PartsPanel } from './by-part-panels.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { GroupPanels, MonthsPanel, Overview } from './figures-panels.tsx';
import styles from './figures-screen.module.css';
import { askForEffects, visitFiguresQuery } from './queries.ts';

const loadTexts = lazyTexts<VisitFiguresTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/visit-figures-ja-jp')
    : import('@platen/catalogue/texts/visit-figures-en-us'),
);

/** '/visits/effect': what visits brought, over the devices that the user sees (VE-06 to VE-08). */
export function FiguresScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={12}>
      <Figures />
    </ScreenWithTexts>
  );
}

/** Periods to choose from, in months. */
const periods = ['3', '6', '12', '24'] as const;

interface Chosen {
  readonly months?: (typeof periods)[number];
  readonly customer?: string;
  readonly model?: string;
}

/** What the address names; whatever is no text is left out. */
function useChosen(): Chosen {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const text = (name: string) => (typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined);
  const months = periods.find((one) => one === search['months']);
  const [customer, model] = [text('customer'), text('model')];
  return {
    ...(months !== undefined && { months }),
    ...(customer !== undefined && { customer }),
    ...(model !== undefined && { model }),
  };
}

/** The first day of this number of calendar months, the present one included. */
const firstDay = (months: number, now: Date): string =>
  toIsoDay(new Date(now.getFullYear(), now.getMonth() - months + 1, 1));

function Figures() {
  const t = useTranslations('visitFigures');
  const chosen = useChosen();
  const now = useMinute();
  const { months = '6', customer, model } = chosen;
  const asked = {
    from: firstDay(Number(months), now),
    ...(customer !== undefined && { customer }),
    ...(model !== undefined && { model }),
  };
  const query = useQuery(visitFiguresQuery(asked));
  const { data } = query;
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.bar} data-print="none">
        <Link to="/visits">{t('back')}</Link>
      </div>
      <div className={styles.bar}>
        <h1 className={styles.title}>{t('title')}</h1>
        <Filters chosen={chosen} data={data} />
        <span className={styles.note}>
          {t('noPersons')} {data === undefined ? null : <Counted at={data.countedAt} />}
        </span>
        {data === undefined || data.changeCount === 0 ? null : <Export asked={asked} />}
      </div>
      <div className={styles.sheet}>
        <PanelBody state={toPanelState(query, 12)}>
          {data === undefined ? null : (
            <>
              <Overview figures={data.all} />
              <ChangesPanel data={data} />
              <div className={styles.pair}>
                <MonthsPanel data={data} />
                <GroupPanels data={data} />
              </div>
              <PartsPanel parts={data.parts} />
              <AdvicePanel advice={data.advice} />
            </>
          )}
        </PanelBody>
      </div>
    </div>
  );
}

/** All entries of the period as a file; the screen shows the newest. */
function Export({ asked }: { readonly asked: Parameters<typeof visitFiguresQuery>[0] }) {
  const t = useTranslations('visitFigures.export');
  return (
    <ExportMenu words={t} ask={(file, signal, timeout) => askForEffects({ ...asked, ...file }, signal, timeout)} />
  );
}

function Counted({ at }: { readonly at: string | null }) {
  const t = useTranslations('visitFigures');
  const age = useAgeText();
  const now = useMinute();
  return at === null ? t('notCounted') : t('counted', { ago: age.ago(new Date(at), now) });
}

interface FiltersProps {
  readonly chosen: Chosen;
  readonly data: AnsweredVisitFigures | undefined;
}

/** Period, customer and model; the last two of those that the answer names. */
function Filters({ chosen, data }: FiltersProps) {
  const t = useTranslations('visitFigures');
  const navigate = useNavigate();
  const choose = (name: keyof Chosen, value: string) => {
    const { [name]: _former, ...rest } = chosen;
    navigate({
      to: '/visits/$visitId',
      params: { visitId: 'effect' },
      search: value === '' ? rest : { ...rest, [name]: value },
      replace: true,
    }).catch((thrown: unknown) => logError('the filter could not be changed', thrown));
  };
  const customers = (data?.customers ?? []).flatMap(({ customerNumber, customerName }) =>
    customerNumber === null ? [] : [{ value: customerNumber, label: customerName ?? customerNumber }],
  );
  const models = (data?.models ?? []).flatMap(({ model }) => (model === null ? [] : [{ value: model, label: model }]));
  return (
    <>
      <Select
        label={t('months')}
        hideLabel
        value={chosen.months ?? '6'}
        onChange={({ currentTarget }) => choose('months', currentTarget.value)}
        options={periods.map((value) => ({ value, label: t('lastMonths', { count: Number(value) }) }))}
      />
      <Select
        label={t('customer')}
        hideLabel
        value={chosen.customer ?? ''}
        onChange={({ currentTarget }) => choose('customer', currentTarget.value)}
        options={withChosen(t('allCustomers'), customers, chosen.customer)}
      />
      <Select
        label={t('model')}
        hideLabel
        value={chosen.model ?? ''}
        onChange={({ currentTarget }) => choose('model', currentTarget.value)}
        options={withChosen(t('allModels'), models, chosen.model)}
      />
    </>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options with one for all; the chosen one is among them also where the answer does not name it. */
const withChosen = (all: string, options: readonly Option[], chosen: string | undefined): Option[] => [
  { value: '', label: all },
  ...options,
  ...(chosen === undefined || options.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: chosen }]),
];
