import type { RolloutCandidate, SettingDifference } from '@platen/contract/collector-rollouts';
import { useTranslations } from 'use-intl/react';
import { classNames } from '../../../../ui/class-names.ts';
import frame from '../collectors.module.css';
import styles from '../remote/remote.module.css';
import { SettingValue } from '../remote/setting-value.tsx';
import together from './together.module.css';

const columns = ['collector', 'entry', 'was', 'becomes'] as const;

/** What changes at each collector, entry by entry, and those that are left out with the reason. */
export function DifferenceTable({ candidates }: { readonly candidates: readonly RolloutCandidate[] }) {
  const t = useTranslations('collectorRollout');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus
    <section className={frame.scroll} tabIndex={0} aria-label={t('dialog.caption')}>
      <table className={classNames(styles.settings, together.differences)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`dialog.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {candidates.map(({ collectorId, name, skip, differences }) => (
          <tbody key={collectorId}>
            {skip === null ? (
              differences.map((one, i) => (
                <tr key={`${one.key} ${one.site ?? ''}`}>
                  {i === 0 ? (
                    <th scope="rowgroup" rowSpan={differences.length}>
                      {name}
                    </th>
                  ) : null}
                  <Difference of={one} />
                </tr>
              ))
            ) : (
              <tr>
                <th scope="rowgroup">{name}</th>
                <td colSpan={3} className="quiet">
                  {t('dialog.leftOut')}: {t(`skips.${skip}`)}
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Difference({ of: { key, site, was, becomes, atSite } }: { readonly of: SettingDifference }) {
  const t = useTranslations('collectorRollout.dialog');
  const ofKeys = useTranslations('collectorRemote.keys');
  return (
    <>
      <td>
        {ofKeys(key)} {site === undefined ? null : <span className="quiet">{site}</span>}
      </td>
      <td>{was === null ? <span className="quiet">{t('unknown')}</span> : <SettingValue of={key} value={was} />}</td>
      <td>
        <b>{becomes === null ? t('left') : <SettingValue of={key} value={becomes} />}</b>{' '}
        {atSite ? (
          <span className={styles.source} data-from="site">
            {t('atSite')}
          </span>
        ) : null}
      </td>
    </>
  );
}
