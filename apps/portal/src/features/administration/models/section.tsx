import { byteOrderMark, toCsvRow } from '@platen/contract/csv';
import { type Model, mostModelsChanged } from '@platen/contract/models';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { saveFile, toFileName } from '../../../downloads/save-file.ts';
import { Button, Icon } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import styles from './models.module.css';
import { modelsQuery } from './queries.ts';
import { SpeedDialog } from './speed-dialog.tsx';

const find = (rows: readonly Model[], text: string): readonly Model[] => {
  const wanted = text.trim().toLowerCase();
  return rows.filter(({ model, series }) =>
    [model, series].some((one) => one?.toLowerCase().includes(wanted) === true),
  );
};

const toFile = (rows: readonly Model[]): Blob => {
  const lines = rows.map(({ model, series, devices, pagesPerMinute }) => [model, series, devices, pagesPerMinute]);
  return new Blob([byteOrderMark, ...[['model', 'series', 'devices', 'pagesPerMinute'], ...lines].map(toCsvRow)], {
    type: 'text/csv;charset=utf-8',
  });
};

/** Models of the fleet with what they print a minute, by which meters are checked (OA-60, LG-13). */
export default function ModelsSection() {
  const t = useTranslations('models');
  const format = useFormatter();
  const query = useQuery(modelsQuery);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const searchBox = useRef<HTMLInputElement>(null);
  const all = query.data?.models ?? [];
  const found = find(all, useDeferredValue(typed));
  const rows = all.filter(({ model }) => chosen.has(model)).slice(0, mostModelsChanged);
  useKeys({ '/': () => searchBox.current?.focus() });
  return (
    <>
      <div className={styles.head}>
        {query.data === undefined ? null : (
          <span className={styles.figures}>
            <b>{format.number(all.length)}</b> {t('figures', { count: all.length })}
          </span>
        )}
        <output className={styles.figures}>{note}</output>
        <span className={styles.space} />
        <SearchField ref={searchBox} label={t('search')} hint={t('searchHint')} value={typed} onType={setTyped} />
        <Button
          data-print="none"
          disabled={all.length === 0}
          onClick={() => saveFile(toFileName(t('exportFile'), new Date(), 'csv'), toFile(found))}
        >
          <Icon name="export" />
          {t('export')}
        </Button>
        <Button variant="primary" data-print="none" disabled={rows.length === 0} onClick={() => setOpen(true)}>
          {rows.length === 0 ? t('enter') : t('enterOf', { count: rows.length })}
        </Button>
      </div>
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus
    <section className={styles.scroll} tabIndex={0} aria-label={t('caption')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" data-print="none">
              <input
                type="checkbox"
                aria-label={t('chooseAll')}
                checked={rows.every(({ model }) => chosen.has(model))}
                onChange={({ currentTarget }) =>
                  onChoose(new Set(currentTarget.checked ? rows.map(({ model }) => model) : []))
                }
              />
            </th>
            <th scope="col">{t('columns.model')}</th>
            <th scope="col">{t('columns.series')}</th>
            <th scope="col" data-figure="">
              {t('columns.devices')}
            </th>
            <th scope="col" data-figure="">
              {t('columns.speed')}
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  );
}
