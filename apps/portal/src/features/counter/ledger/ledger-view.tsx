import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormatter, useTranslations } from 'use-intl/react';
import { TrendChart } from '../../../charts/trend-chart.tsx';
import { toIsoDay } from '../../../device/figures.ts';
import { PanelGrid, span } from '../../../device/panel-grid.tsx';
import table from '../../../device/table.module.css';
import { TableFrame } from '../../../device/table-frame.tsx';
import { useMeterWords } from '../../../device/use-meter-words.ts';
import { logError } from '../../../platform/log.ts';
import { GridTable } from '../../../ui/grid/grid-table.tsx';
import { Link } from '../../../ui/link.tsx';
import { Panel, toPanelState } from '../../../ui/panel.tsx';
import { useAddressValue, ViewSwitch } from '../../../ui/view-switch.tsx';
import { CorrectionsPanel } from './corrections-panel.tsx';
import styles from './ledger.module.css';
import { toBilledDays, toReportedDays, toShownInstant } from './ledger-model.ts';
import { ProofPanel } from './proof-panel.tsx';
import { ledgerQueries, type MeterLedger, type MeterStates } from './queries.ts';
import { ReadingsPanel } from './readings-panel.tsx';

/** The ledger of a device, meter by meter (LG). */
export default function LedgerView({
  deviceId,
  mayCorrect,
}: {
  readonly deviceId: string;
  readonly mayCorrect: boolean;
}) {
  const t = useTranslations('ledger');
  const states = useQuery(ledgerQueries.meters(deviceId));
  const [wanted, setWanted] = useAddressValue('meter');
  const meters = states.data?.meters.map(({ meter }) => meter) ?? [];
  const words = useMeterWords(states.data?.zone ?? 'UTC');
  const meter = meters.find((one) => one === wanted) ?? meters.find((one) => one === 'total') ?? meters[0];
  if (meter === undefined)
    return (
      <PanelGrid>
        <Panel
          className={span(12)}
          title={t('readings.title')}
          state={states.data === undefined ? toPanelState(states, 8) : { kind: 'empty', hint: t('noMeters') }}
        />
      </PanelGrid>
    );
  return (
    <>
      {states.data === undefined ? null : <Merged of={states.data} />}
      {meters.length === 1 ? null : (
        <ViewSwitch
          label={t('meters')}
          views={meters.map((one) => ({ view: one, label: words.meter(one) }))}
          view={meter}
          onChange={setWanted}
        />
      )}
      <OfMeter key={meter} deviceId={deviceId} meter={meter} mayCorrect={mayCorrect} />
    </>
  );
}

/** Which record has the meters of which (OA-44). */
function Merged({ of: { mergedInto, joined } }: { readonly of: MeterStates }) {
  const t = useTranslations('ledger');
  const none = useTranslations('common')('none');
  return (
    <>
      {mergedInto === null ? null : (
        <p className={styles.merged}>
          {t('mergedInto')}{' '}
          <Link to="/counter" search={{ device: mergedInto.deviceId, view: 'ledger' }}>
            {t('openRemaining', { serial: mergedInto.serial ?? none })}
          </Link>
        </p>
      )}
      {joined.length === 0 ? null : <p className={styles.merged}>{t('joined', { serials: joined.join(', ') })}</p>}
    </>
  );
}

interface OfMeterProps {
  readonly deviceId: string;
  readonly meter: string;
  readonly mayCorrect: boolean;
}

function OfMeter({ deviceId, meter, mayCorrect }: OfMeterProps) {
  const t = useTranslations('ledger');
  const query = useQuery(ledgerQueries.readings(deviceId, meter));
  const [chosen, setChosen] = useAddressValue('at');
  const [isAlone, setIsAlone] = useState(false);
  const ledger = query.data;
  if (ledger === undefined)
    return (
      <PanelGrid>
        <Panel className={span(12)} title={t('readings.title')} state={toPanelState(query, 10)} />
      </PanelGrid>
    );
  const instant = chosen ?? toShownInstant(ledger);
  // On paper the proof stands alone (LG-17).
  const print = () => {
    flushSync(() => setIsAlone(true));
    import('../../../print/print-when-ready.ts')
      .then(({ printWhenReady }) => printWhenReady())
      .catch((thrown: unknown) => logError('the proof could not be printed', thrown))
      .finally(() => setIsAlone(false));
  };
  const proof =
    instant === undefined ? null : (
      <ProofPanel deviceId={deviceId} meter={meter} instant={instant} mayCorrect={mayCorrect} onPrint={print} />
    );
  if (isAlone) return <PanelGrid>{proof}</PanelGrid>;
  return (
    <PanelGrid>
      <Charts ledger={ledger} />
      <ReadingsPanel
        deviceId={deviceId}
        ledger={ledger}
        instant={instant}
        mayCorrect={mayCorrect}
        onChoose={setChosen}
      />
      {proof}
      <PeriodsPanel ledger={ledger} />
      <CorrectionsPanel deviceId={deviceId} ledger={ledger} mayCorrect={mayCorrect} />
    </PanelGrid>
  );
}

/** As billed, which never falls, and as the device reports it. */
function Charts({ ledger }: { readonly ledger: MeterLedger }) {
  const t = useTranslations('ledger.chart');
  const zoneText = useTranslations('ledger')('zone', { zone: ledger.zone });
  const words = useMeterWords(ledger.zone);
  const [today] = useState(() => toIsoDay(new Date()));
  const [billed, reported] = [toBilledDays(ledger), toReportedDays(ledger)];
  const meter = words.meter(ledger.meter);
  return (
    <>
      <Panel
        className={span(12)}
        title={t('title')}
        note={`${meter} · ${t('note')} · ${zoneText}`}
        state={billed.length === 0 ? { kind: 'empty', hint: t('noBill') } : { kind: 'data' }}
      >
        <TrendChart
          title={t('title')}
          summary={t('summary', { meter, count: billed.length })}
          actual={billed}
          today={today}
          columns={12}
          height={180}
        />
      </Panel>
      {ledger.breaks.length === 0 ? null : (
        <Panel className={span(12)} title={t('reported')}>
          <TrendChart
            title={t('reported')}
            summary={t('reportedSummary', { meter, count: reported.length })}
            actual={reported}
            today={today}
            columns={12}
            height={120}
          />
        </Panel>
      )}
    </>
  );
}

function PeriodsPanel({ ledger }: { readonly ledger: MeterLedger }) {
  const t = useTranslations('ledger');
  const format = useFormatter();
  const none = useTranslations('common')('none');
  const words = useMeterWords(ledger.zone);
  const figure = (value: number | null) => (value === null ? none : words.number(value));
  const columns = ['start', 'end', 'use', 'corrected', 'billed'] as const;
  const title = t('periods.title');
  return (
    <Panel
      className={span(12)}
      title={title}
      note={words.meter(ledger.meter)}
      aside={<Link to="/meters">{t('periods.closes')}</Link>}
    >
      <TableFrame>
        <GridTable label={title} className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('periods.month')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className={table.figure}>
                  {t(`periods.${column}`)}
                </th>
              ))}
              <th scope="col">{t('periods.state')}</th>
            </tr>
          </thead>
          <tbody>
            {ledger.periods.map((period) => (
              <tr key={period.month}>
                <th scope="row">
                  {format.dateTime(new Date(`${period.month}-15T12:00:00Z`), {
                    year: 'numeric',
                    month: 'long',
                    timeZone: 'UTC',
                  })}
                </th>
                {columns.map((column) => (
                  <td key={column} className={table.figure}>
                    {column === 'corrected' ? words.signed(period.corrected) : figure(period[column])}
                  </td>
                ))}
                <td className={period.billed === null ? styles.open : undefined}>{t(`atStates.${period.state}`)}</td>
              </tr>
            ))}
          </tbody>
        </GridTable>
      </TableFrame>
    </Panel>
  );
}
