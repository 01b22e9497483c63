import { type PackBlock, packKey } from '@platen/diagnosis/pack/fresh';
import { useId } from 'react';
import { renderSVG } from 'uqr';
import { useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import type { BlockProps } from './block.tsx';
import { BringBlock } from './bring-block.tsx';
import { ErrorsBlock } from './errors-block.tsx';
import frameStyles from './frame.module.css';
import { BeforeBlock, CodesBlock, CountersBlock, FeedsBlock, ForecastBlock, NotesBlock } from './more-blocks.tsx';
import styles from './pack.module.css';
import { TasksBlock } from './tasks-block.tsx';

interface PackPageProps extends Pick<BlockProps, 'pack' | 'device'> {
  readonly at: number;
  readonly address: string;
  /** It is the page on the screen; the others are for paper. */
  readonly isShown: boolean;
}

/** The page of one device (VP-07 to VP-15). */
export function PackPage({ pack, device, at, address, isShown }: PackPageProps) {
  const t = useTranslations('visitPack');
  const prefix = useId();
  const keys = new Set(pack.fresh?.keys);
  const isNew = (block: PackBlock, key: string) => keys.has(packKey(device.deviceId, block, key));
  const props = { pack, device, isNew, prefix };
  const jumps = [
    ['bring', t('bring.short'), device.bring.length],
    ['do', t('tasks.title'), device.tasks.length],
    ['errors', t('errors.short'), device.errors.count],
    ['feeds', t('feeds.short'), device.feeds.length],
    ['codes', t('codes.short'), device.codes.count],
    ['forecast', t('forecast.short'), undefined],
    ['counters', t('counters.title'), undefined],
    ['before', t('before.title'), device.before.length],
    ['notes', t('notes.title'), device.notes.length + Number(pack.note !== null)],
  ] as const;
  return (
    <article aria-label={`${device.model ?? ''} ${device.serial ?? ''}`}>
      {isShown ? (
        <nav className={frameStyles.jumps} aria-label={t('jump')}>
          {jumps.map(([name, label, count]) => (
            <a key={name} href={`#${prefix}${name}`}>
              {label}
              {count === undefined ? null : <span>{count}</span>}
            </a>
          ))}
        </nav>
      ) : null}
      <PageHead {...props} at={at} address={address} />
      <div className={styles.blocks}>
        <BringBlock {...props} />
        <TasksBlock {...props} />
        <ErrorsBlock {...props} />
        <FeedsBlock {...props} />
        <ForecastBlock {...props} />
        <CountersBlock {...props} />
        <CodesBlock {...props} />
        <BeforeBlock {...props} />
        <NotesBlock {...props} />
      </div>
      <p className={styles.paperFoot}>{t('device', { at, count: pack.devices.length })}</p>
    </article>
  );
}

function PageHead({ pack, device, at, address }: BlockProps & { readonly at: number; readonly address: string }) {
  const t = useTranslations('visitPack');
  const dates = useDates();
  const ages = useAgeText();
  const now = useMinute();
  const priority = device.priority ?? device.conditions.map((one) => one.priority).find((one) => one !== null);
  const last = device.lastVisitAt === null ? null : new Date(device.lastVisitAt);
  const facts = [
    [t('assetNumber'), device.assetNumber],
    [t('networkAddress'), device.networkAddress],
    [t('unpackingDate'), device.unpackingDate === null ? null : dates.date(toDate(device.unpackingDate))],
    [t('firmware'), device.firmware],
    [
      t('lastVisit'),
      last === null ? t('noVisit') : `${dates.date(last)}, ${ages.duration(now.getTime() - last.getTime())}`,
    ],
  ] as const;
  return (
    <div className={styles.pageHead}>
      <div className={styles.who}>
        {priority === undefined || priority === null ? null : (
          <span className={styles.priority} data-priority={priority}>
            {priority}
          </span>
        )}
        <b>{device.model}</b> <span className="code">{device.serial}</span> <span>{device.description}</span>
        <span className={styles.paperOnly}>
          {pack.customerName} {pack.place}
        </span>
        <span className={styles.paperOnly}>{t('device', { at, count: pack.devices.length })}</span>
      </div>
      <dl className={styles.facts}>
        {pack.access === null ? null : (
          <div className={styles.access}>
            <dt>{t('access')}</dt>
            <dd>{pack.access}</dd>
          </div>
        )}
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {value}
                {label === t('firmware') &&
                device.firmwareTarget !== null &&
                device.firmwareTarget !== device.firmware ? (
                  <span className={styles.warn}> {t('target', { version: device.firmwareTarget })}</span>
                ) : null}
              </dd>
            </div>
          ),
        )}
      </dl>
      <figure className={styles.square}>
        <img
          alt={t('squareCode')}
          width="56"
          height="56"
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 1 }))}`}
        />
        <figcaption className="quiet">{t('opensVisit')}</figcaption>
      </figure>
    </div>
  );
}
