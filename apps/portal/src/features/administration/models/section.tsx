import { type Model, mostModelsChanged } from '@platen/contract/models';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toCsvFile } from '../../../downloads/csv-file.ts';
import { Button } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { ListHead } from '../list-head.tsx';
import styles from './models.module.css';
import { modelsQuery } from './queries.ts';
import { SpeedDialog } from './speed-dialog.tsx';

const figures = ['devices', 'speed'] as const;
const columns = ['model', 'series', ...figures] as const;

const find = (rows: readonly Model[], text: string): readonly Model[] => {
  const wanted = text.trim().toLowerCase();
  return rows.filter(({ model, series }) =>
    [model, series].some((one) => one?.toLowerCase().includes(wanted) === true),
  );
};

const toFile = (rows: readonly Model[]): Blob => {
  const lines = rows.map(({ model, series, devices, pagesPerMinute }) => [model, series, devices, pagesPerMinute]);
  return toCsvFile(['model', 'series', 'devices', 'pagesPerMinute'], lines);
};

/** Models of the fleet with what they print a minute, by which meters are checked (OA-60, LG-13). */
export default function ModelsSection() {
  const t = useTranslations('models');
  const query = useQuery(modelsQuery);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const all = query.data?.models ?? [];
  const found = find(all, useDeferredValue(typed));
  const rows = all.filter(({ model }) => chosen.has(model)).slice(0, mostModelsChanged);
  return (
    <>
      <ListHead
        total={query.data && all.length}
        figures={t('figures', { count: all.length })}
        note={note}
        search={{ label: t('search'), hint: t('searchHint'), value: typed, onType: setTyped }}
        file={{
          label: t('export'),
          isEmpty: all.length === 0,
          name: t('exportFile'),
          make: () => toFile(found),
        }}
      >
        <Button variant="primary" data-print="none" disabled={rows.length === 0} onClick={() => setOpen(true)}>
          {rows.length === 0 ? t('enter') : t('enterOf', { count: rows.length })}
        </Button>
      </ListHead>
      <div className={styles.frame}>
        <PanelBody state={toPanelState(query, 8)}>
          {found.length === 0 ? (
            <p className={styles.empty}>{all.length === 0 ? t('empty') : t('noHit')}</p>
          ) : (
            <Models rows={found} chosen={chosen} onChoose={setChosen} />
          )}
        </PanelBody>
        <p className={styles.rules}>
          {query.data?.isCut === true ? `${t('cut', { count: all.length })} ` : ''}
          {t('rules')}
        </p>
      </div>
      {isOpen ? (
        <SpeedDialog
          rows={rows}
          onDone={({ changed, skipped }) => {
            setChosen(new Set());
            const leftAlone = skipped.length === 0 ? '' : ` ${t('skipped', { models: skipped.join(', ') })}`;
            setNote(`${t('changed', { count: changed })}${leftAlone}`);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

interface ModelsProps {
  readonly rows: readonly Model[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

function Models({ rows, chosen, onChoose }: ModelsProps) {
  const t = useTranslations('models');
  const format = useFormatter();
  const toggle = (model: string) => {
    const next = new Set(chosen);
    if (!next.delete(model)) next.add(model);
    onChoose(next);
  };
  return (
    <ListTable
      caption={t('caption')}
      columns={columns}
      figures={figures}
      heading={(column) => t(`columns.${column}`)}
      chooseAll={{
        label: t('chooseAll'),
        isChosen: rows.every(({ model }) => chosen.has(model)),
        onChoose: (isChosen) => onChoose(new Set(isChosen ? rows.map(({ model }) => model) : [])),
      }}
      className={styles.table}
    >
      {rows.map(({ model, series, devices, pagesPerMinute, isOwn }) => (
        <tr key={model}>
          <td data-print="none">
            <input
              type="checkbox"
              aria-label={t('choose', { model })}
              checked={chosen.has(model)}
              onChange={() => toggle(model)}
            />
          </td>
          <th scope="row">{model}</th>
          <td>{series ?? '-'}</td>
          <td data-figure="">{format.number(devices)}</td>
          <td data-figure="">
            {pagesPerMinute === null ? (
              <span className="quiet">{t('assumed')}</span>
            ) : (
              <>
                {isOwn ? null : <span className="quiet">{t('inherited')} </span>}
                {format.number(pagesPerMinute)}
              </>
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
