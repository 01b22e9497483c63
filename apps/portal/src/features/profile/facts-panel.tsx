import type { DeviceProfile } from '@platen/contract/details';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { SectionLink } from '../../device/panel-grid.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './profile.module.css';
import { toFinisher } from './profile-rows.ts';
import type { Later } from './use-later.ts';

const codeTabs = ['code05', 'code08', 'code13'] as const;

/** Options, firmware, network, codes, and whose device it is (PR-13..PR-15, PR-17, PR-28..PR-30). */
export function FactsPanel({ profile, later }: { readonly profile: DeviceProfile; readonly later: Later }) {
  const t = useTranslations('profile');
  const detail = useTranslations('detail');
  const { deviceId, options, fwVersions, network } = profile;
  const [firmware, ...moreFirmware] = fwVersions;
  const finisher = toFinisher(options.finisher);
  const { customerNumber, dealerName, dealerNumber } = profile;
  const isOwnerKnown = Boolean(customerNumber || dealerName || dealerNumber);
  return (
    <div className={styles.facts}>
      <Panel title={t('options.title')}>
        <dl className={styles.facing}>
          <Fact label={t('options.DF')} path="options.DF" value={options.DF} />
          <Fact
            label={t('options.finisher')}
            path="options.finisher"
            value={finisher === undefined ? options.finisher : t(`options.finishers.${finisher}`)}
          />
          <Fact label={t('options.fax')} path="options.fax" value={options.fax} />
        </dl>
      </Panel>
      <Panel
        title={detail('tabs.firmware')}
        aside={
          <SectionLink to="firmware" deviceId={deviceId}>
            {detail('tabs.firmware')}
          </SectionLink>
        }
      >
        <dl className={styles.facing}>
          <Fact code label={t('firmware.system')} path="firmware.system" value={firmware ?? null}>
            {moreFirmware.length === 0 ? null : (
              <span className={styles.more}>{t('firmware.more', { count: moreFirmware.length })}</span>
            )}
          </Fact>
        </dl>
      </Panel>
      <Panel
        title={detail('tabs.network')}
        aside={
          <SectionLink to="networkInformation" deviceId={deviceId}>
            {detail('tabs.network')}
          </SectionLink>
        }
      >
        <dl className={styles.facing}>
          <Fact
            code
            label={t('network.ipAddress')}
            path="network.nic_1st.ipAddress"
            value={network?.ipAddress ?? null}
          />
          <Fact
            code
            label={t('network.macAddress')}
            path="network.nic_1st.macAddress"
            value={network?.macAddress ?? null}
          />
        </dl>
      </Panel>
      <Panel title={t('codes.title')}>
        <ul className={styles.codes}>
          {codeTabs.map((code) => (
            <li key={code}>
              <SectionLink to={code} deviceId={deviceId}>
                {t(`codes.${code}`)}
              </SectionLink>
            </li>
          ))}
        </ul>
      </Panel>
      {isOwnerKnown ? (
        <Panel
          title={detail('customer')}
          aside={typeof later === 'string' ? null : <later.FactsOf profile={profile} />}
        >
          <dl className={styles.facing}>
            <Fact code label={t('customerNumber')} value={customerNumber ?? null} />
            <Fact label={detail('dealer')} value={dealerName ?? null} />
            <Fact code label={t('dealerNumber')} value={dealerNumber ?? null} />
          </dl>
        </Panel>
      ) : null}
    </div>
  );
}

/**
 * Label and value; '-' for nothing there. Values of a device have evidence, what an office entered has none.
 */
function Fact({
  label,
  path,
  value,
  code = false,
  children,
}: {
  label: string;
  path?: string;
  value: string | null;
  code?: boolean;
  children?: ReactNode;
}) {
  const common = useTranslations('common');
  const shown =
    value === null || value === '' ? (
      <span className="quiet">{common('none')}</span>
    ) : (
      <span className={code ? 'code' : undefined}>{value}</span>
    );
  return (
    <>
      <dt>{label}</dt>
      <dd title={value ?? undefined}>
        {path === undefined || value === null ? (
          shown
        ) : (
          <Evidence title={label} path={path}>
            {shown}
          </Evidence>
        )}
        {children}
      </dd>
    </>
  );
}
