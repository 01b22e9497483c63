import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { type CodeEntry, type CodeName, codeQueries, type SettableKind } from '../../device/code-queries.ts';
import { codePositionArea, toCodeReading, toLevelInputs } from '../../device/code-reading.ts';
import { PanelGrid, span } from '../../device/panel-grid.tsx';
import { useMayChange } from '../../device/rights.ts';
import { useArea } from '../../platform/state.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Link } from '../../ui/link.tsx';
import { Panel, toPanelState } from '../../ui/panel.tsx';
import { Readout, Unknown } from '../../ui/readout.tsx';
import styles from './code-settings.module.css';
import { SettingForm } from './setting-form.tsx';
import { toCodeName } from './thresholds-form.ts';

/** '/code05setting', '/code08setting': one code's values and thresholds (RT-20, RT-21, CD-20, CD-21). */
function CodeSettingTab({ kind, deviceId }: { kind: SettableKind; deviceId: string }) {
  const t = useTranslations('codeSettings');
  const { main, sub } = useSearch({ strict: false });
  const code = toCodeName(main, sub);
  const back = <BackLink kind={kind} deviceId={deviceId} />;
  useForgottenPosition(kind);
  if (code === undefined)
    return (
      <PanelGrid size="narrow">
        <Panel
          className={span(12)}
          title={t('thresholds')}
          aside={back}
          state={{ kind: 'empty', hint: t('noSuchCode') }}
        />
      </PanelGrid>
    );
  return <SettingOf key={`${code.main}.${code.sub}`} kind={kind} deviceId={deviceId} code={code} back={back} />;
}

interface SettingOfProps {
  readonly kind: SettableKind;
  readonly deviceId: string;
  readonly code: CodeName;
  readonly back: ReactNode;
}

function SettingOf({ kind, deviceId, code, back }: SettingOfProps) {
  const t = useTranslations('codeSettings');
  const table = useQuery(codeQueries.table(kind, deviceId));
  const setting = useQuery(codeQueries.setting(kind, deviceId, code));
  const mayChange = useMayChange();
  const entry = table.data?.codes.find(({ main, sub }) => main === code.main && sub === code.sub);
  const name = `${kind}-${code.main}-${code.sub}`;
  const isMissing = table.data !== undefined && entry === undefined;
  return (
    <PanelGrid size="narrow">
      <Panel
        className={classNames(span(12), styles.valuesPanel)}
        title={t('title', { code: name })}
        aside={back}
        state={isMissing ? { kind: 'empty', hint: t('noSuchCode') } : toPanelState(table, 2)}
      >
        {entry === undefined ? null : <Values kind={kind} name={name} entry={entry} />}
      </Panel>
      {isMissing ? null : (
        <Panel
          className={span(12)}
          title={t('thresholds')}
          state={mayChange === undefined ? { kind: 'loading', rows: 4 } : toPanelState(setting, 4)}
        >
          {setting.data === undefined || mayChange === undefined ? null : (
            <SettingForm
              kind={kind}
              deviceId={deviceId}
              code={code}
              name={name}
              setting={setting.data}
              mayChange={mayChange}
            />
          )}
        </Panel>
      )}
    </PanelGrid>
  );
}

function Values({ kind, name, entry }: { kind: SettableKind; name: string; entry: CodeEntry }) {
  const t = useTranslations('codes');
  const common = useTranslations('common');
  const { currentValue, modeValue, averageValue, outlierLevel } = entry;
  const inputs = toLevelInputs(entry);
  const show = (column: 'current' | 'mode' | 'average' | 'level', key: string, value: string | null) => (
    <Readout label={t(`columns.${column}`)}>
      <Evidence
        title={t('evidenceTitle', { code: name, column: t(`columns.${column}`) })}
        path={`codes.${kind}.${key}`}
        {...(column === 'current' && { reading: toCodeReading(kind, entry, currentValue) })}
        {...(column === 'level' && inputs !== undefined && { inputs: [{ inputs }] })}
      >
        {value ?? <Unknown boxed>{column === 'current' ? common('notReported') : t('notCompared')}</Unknown>}
      </Evidence>
    </Readout>
  );
  return (
    <dl className={styles.values}>
      {show('current', 'currentValue', currentValue.trim() === '' ? null : currentValue)}
      {show('mode', 'modeValue', modeValue)}
      {show('average', 'averageValue', averageValue)}
      {show('level', 'outlierLevel', outlierLevel === null ? null : String(outlierLevel))}
    </dl>
  );
}

/** Back to the table as it was left: its search, its order, its place. */
function BackLink({ kind, deviceId }: { kind: SettableKind; deviceId: string }) {
  const t = useTranslations('codeSettings');
  const title = useTranslations('header.titles')(`code${kind}`);
  const search = useArea(codePositionArea, (position) =>
    position?.deviceId === deviceId && position.kind === kind ? position.search : undefined,
  );
  return (
    <Link to={`/code${kind}`} search={{ device: deviceId, ...search }}>
      {t('backTo', { title })}
    </Link>
  );
}

/** The position in the table is forgotten on the way to any other screen. */
function useForgottenPosition(kind: SettableKind): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
        if (pathChanged && !toLocation.pathname.endsWith(`/code${kind}`)) codePositionArea.reset();
      }),
    [router, kind],
  );
}

/** The two setting screens: one for two kinds of code (RT-20, RT-21). */
const toTab = (kind: SettableKind) => ({
  Content: ({ deviceId }: { readonly deviceId: string }) => <CodeSettingTab kind={kind} deviceId={deviceId} />,
  prefetch: (client: QueryClient, deviceId: string): Promise<unknown> =>
    Promise.all([client.prefetchQuery(codeQueries.table(kind, deviceId)), client.prefetchQuery(meQuery)]),
});
export const code05Setting = toTab('05');
export const code08Setting = toTab('08');
