import { storagePortLabel, storagePorts, storageStateLabel } from '@platen/catalogue/storage-health';
import { useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import { environment } from '../../platform/environment.ts';
import { Unknown } from '../../ui/readout.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { Figure } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { PredictionQueries, Storages } from './predictions.ts';
import { Advice, SignPanel } from './sign-panel.tsx';
import { mostSevereOf, type Sign, toSign } from './to-sign.ts';

type Drive = Storages['predictionStorages'][number];

/** A drive without a reported health counts as withheld, never as sound. */
const signOf = ({ state, messageId }: Drive): Sign => (state === null ? 'withheld' : toSign(messageId));
/** Both ports always, and whatever else is reported. */
const portsOf = ({ predictionStorages }: Storages): readonly number[] =>
  [...new Set([...storagePorts, ...predictionStorages.map(({ sataPort }) => sataPort)])].toSorted((a, b) => a - b);

/** Health of the storage at each SATA port in words (FS-09, ST-01..ST-07, OQ-104). */
export function StoragePanel({ query, series }: { query: PredictionQueries['hdd']; series: string | null }) {
  const t = useTranslations('failureSign.note');
  return (
    <SignPanel
      component="hdd"
      query={query}
      size="quarter"
      signOf={({ predictionStorages }) => mostSevereOf(predictionStorages.map(signOf))}
      note={() => t('storage')}
      renderActions={(storages) => <Actions storages={storages} />}
    >
      {(storages) => (
        <>
          <dl className={styles.rows}>
            {portsOf(storages).map((port) => (
              <Port
                key={port}
                port={port}
                drives={storages.predictionStorages.filter(({ sataPort }) => sataPort === port)}
              />
            ))}
          </dl>
          <Advice
            messageIds={storages.predictionStorages.map(({ messageId }) => messageId)}
            signs={storages.predictionStorages.map(signOf)}
            series={series}
          />
        </>
      )}
    </SignPanel>
  );
}

/** One row for each drive; a port without one has a row as on the screen. */
function Actions({ storages }: { storages: Storages }) {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const { locale } = environment();
  return (
    <TableActions
      name={t('component.hdd')}
      columns={[t('file.port'), t('file.kind'), t('file.health')]}
      toRows={() =>
        portsOf(storages).flatMap((port) => {
          const drives = storages.predictionStorages.filter(({ sataPort }) => sataPort === port);
          if (drives.length === 0) return [[port, null, common('notReported')]];
          return drives.map(({ type, state }) => [
            port,
            type === 'unknown' ? t('storage.unknownKind') : type,
            state === null ? t('storage.noHealth') : (storageStateLabel(state, locale) ?? common('notReported')),
          ]);
        })
      }
    />
  );
}

const shapes = { 0: 'normal', 1: 'normal', 2: 'warning', 3: 'warning', 9: 'error' } as const;

function Port({ port, drives }: { port: number; drives: readonly Drive[] }) {
  const t = useTranslations('failureSign.storage');
  const common = useTranslations('common');
  const { locale } = environment();
  const name = storagePortLabel(port, locale) ?? t('port', { port });
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {drives.length === 0 ? <Unknown boxed>{common('notReported')}</Unknown> : null}
        {drives.map(({ type, state }) => (
          <span key={type} className={styles.drive}>
            <span className="quiet">
              <Figure title={name} path={`predictions.hdd.${port}.type`}>
                {type === 'unknown' ? t('unknownKind') : type}
              </Figure>
            </span>
            {state === null ? (
              <Unknown>{t('noHealth')}</Unknown>
            ) : (
              <>
                <StatusShape status={shapes[state]} />
                <Figure title={name} path={`predictions.hdd.${port}.state`}>
                  {storageStateLabel(state, locale) ?? common('notReported')}
                </Figure>
              </>
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}
