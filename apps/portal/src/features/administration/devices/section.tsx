import { type FactRow, type FactView, factPageSize, factViews, mostPlaced } from '@platen/contract/device-facts';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { FactsDialog } from '../../../device-facts/facts-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { toPanelState } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { useKeys } from '../../../ui/use-keys.ts';
import { ListHead } from '../list-head.tsx';
import { ClaimsPanel } from './claims-panel.tsx';
import styles from './devices.module.css';
import { FindingsPanel } from './findings-panel.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { MergeDialog, MergesPanel } from './merges.tsx';
import { toFactFile, toReported } from './model.ts';
import { PlaceDialog } from './place-dialog.tsx';
import { factsQuery, readAllFacts } from './queries.ts';

const columns = ['serial', 'model', 'asset', 'place', 'contract', 'organisation', 'act'] as const;

/** Devices with what people know of them, and where they belong (OA-03, OA-40, OA-43). */
export default function DevicesSection() {
  const t = useTranslations('deviceFacts');
  const { data: me } = useQuery(meQuery);
  const mayPlace = can(me, 'manageOrganisation');
  const [view, setView] = useState<FactView>('all');
  const [typed, setTyped] = useState('');
  const [offset, setOffset] = useState(0);
  const [chosen, setChosen] = useState<ReadonlyMap<string, FactRow>>(new Map());
  const [dialog, setDialog] = useState<'import' | 'place' | 'merge' | FactRow>();
  const [note, setNote] = useState('');
  const search = useDeferredValue(typed.trim());
  const query = useQuery(factsQuery({ view, search, offset }));
  useKeys({ c: () => setDialog('import') });
  const devices = query.data?.devices ?? [];
  const total = query.data?.total ?? 0;
  const select = (next: FactView) => {
    setView(next);
    setOffset(0);
    setChosen(new Map());
  };
  const close = () => setDialog(undefined);
  const [one, other, ...more] = chosen.values();
  const pair = one !== undefined && other !== undefined && more.length === 0 ? ([one, other] as const) : undefined;
  return (
    <>
      <ListHead
        total={query.data && total}
        figures={t('figures', { count: total })}
        note={note}
        filters={
          <Select
            label={t('view')}
            hideLabel
            value={view}
            options={factViews.map((value) => ({ value, label: t(`views.${value}`) }))}
            onChange={({ currentTarget }) => select(factViews.find((one) => one === currentTarget.value) ?? 'all')}
          />
        }
        search={{
          label: t('search'),
          hint: t('searchHint'),
          value: typed,
          onType: (text) => {
            setTyped(text);
            setOffset(0);
          },
        }}
        file={{
          label: t('export'),
          isEmpty: total === 0,
          make: async () => toFactFile(await readAllFacts({ view, search })),
          name: t('exportFile'),
        }}
      >
        <Button aria-keyshortcuts="c" data-print="none" onClick={() => setDialog('import')}>
          {t('import')}
        </Button>
        {mayPlace && pair !== undefined ? (
          <Button data-print="none" onClick={() => setDialog('merge')}>
            {t('merge.choose')}
          </Button>
        ) : null}
        {mayPlace ? (
          <Button
            variant="primary"
            data-print="none"
            disabled={chosen.size === 0 || chosen.size > mostPlaced}
            title={chosen.size > mostPlaced ? t('tooMany', { most: mostPlaced }) : undefined}
            onClick={() => setDialog('place')}
          >
            {t('placeChosen', { count: chosen.size })}
          </Button>
        ) : null}
      </ListHead>
      {can(me, 'manageCollectors') ? <ClaimsPanel /> : null}
      {can(me, 'manageCollectors') ? <FindingsPanel me={me} /> : null}
      {mayPlace ? <MergesPanel /> : null}
      <ListFrame
        state={toPanelState(query, 8)}
        empty={devices.length === 0 ? t(`none.${view}`) : undefined}
        pages={{ offset, size: factPageSize, total, onMove: setOffset }}
      >
        <FactsTable devices={devices} chosen={mayPlace ? chosen : undefined} onChoose={setChosen} onEdit={setDialog} />
      </ListFrame>
      {dialog === 'import' ? <ImportDialog onDone={() => setNote(t('dialog.done'))} onClose={close} /> : null}
      {dialog === 'merge' && pair !== undefined ? (
        <MergeDialog
          rows={pair}
          onDone={(text) => {
            setNote(text);
            setChosen(new Map());
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'place' ? (
        <PlaceDialog
          rows={[...chosen.values()]}
          onDone={(text) => {
            setNote(text);
            setChosen(new Map());
          }}
          onClose={close}
        />
      ) : null}
      {typeof dialog === 'object' ? <FactsDialog key={dialog.deviceId} row={dialog} onClose={close} /> : null}
    </>
  );
}

interface TableProps {
  readonly devices: readonly FactRow[];
  /** By id; undefined: none is chosen here. */
  readonly chosen: ReadonlyMap<string, FactRow> | undefined;
  readonly onChoose: (chosen: ReadonlyMap<string, FactRow>) => void;
  readonly onEdit: (row: FactRow) => void;
}

function FactsTable({ devices, chosen, onChoose, onEdit }: TableProps) {
  const t = useTranslations('deviceFacts');
  return (
    <ListTable
      caption={t('caption')}
      columns={columns}
      heading={(column) => (column === 'act' ? t('edit') : t(`columns.${column}`))}
      chooseAll={
        chosen !== undefined
          ? {
              label: t('chooseAll'),
              isChosen: devices.every(({ deviceId }) => chosen.has(deviceId)),
              onChoose: (isChosen) => onChoose(new Map(isChosen ? devices.map((row) => [row.deviceId, row]) : [])),
            }
          : undefined
      }
      className={styles.table}
    >
      {devices.map((row) => (
        <tr key={row.deviceId}>
          {chosen !== undefined ? (
            <td>
              <input
                type="checkbox"
                aria-label={t('choose', { serial: row.serial ?? '-' })}
                checked={chosen.has(row.deviceId)}
                onChange={() => onChoose(toToggled(chosen, row))}
              />
            </td>
          ) : null}
          <th scope="row" className="code">
            {row.serial ?? '-'}
          </th>
          <td>{row.model ?? '-'}</td>
          <td className="code">
            {row.facts.assetNumber ?? '-'}
            {row.facts.isDouble ? <span className={styles.double}> {t('double')}</span> : null}
          </td>
          <td>{row.facts.place ?? '-'}</td>
          <td>{row.facts.contract ?? '-'}</td>
          <td>
            <Belongs row={row} />
            <Retired row={row} />
          </td>
          <td>
            <Button variant="link" aria-label={t('editOf', { serial: row.serial ?? '-' })} onClick={() => onEdit(row)}>
              {t('edit')}
            </Button>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** With the row, if it was not among them, else without it. */
function toToggled(chosen: ReadonlyMap<string, FactRow>, row: FactRow): ReadonlyMap<string, FactRow> {
  const next = new Map(chosen);
  if (!next.delete(row.deviceId)) next.set(row.deviceId, row);
  return next;
}

/** Since when a device is out of use, and whether it reports all the same. */
function Retired({ row: { facts } }: { readonly row: FactRow }) {
  const t = useTranslations('deviceFacts');
  const dates = useDates();
  if (facts.retiredOn === null) return null;
  return (
    <span className="quiet">
      {' '}
      {t('retired', { date: dates.date(new Date(facts.retiredOn)) })}
      {facts.reportsAgain ? <span className={styles.double}> {t('again')}</span> : null}
    </span>
  );
}

/** Where a device belongs, by whom, and where it probably does. */
function Belongs({ row }: { readonly row: FactRow }) {
  const t = useTranslations('deviceFacts');
  const { organisation, byHand, probably } = row;
  return (
    <>
      {organisation === null ? <span className={styles.notPlaced}>{t('notPlaced')}</span> : organisation.name}
      {byHand ? <span className="quiet"> {t('byHand', { reported: toReported(row) })}</span> : null}
      {probably === null ? null : <span className="quiet"> {t('probably', { name: probably.name })}</span>}
    </>
  );
}
