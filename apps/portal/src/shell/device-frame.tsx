import type { DeviceProfile } from '@platen/contract/details';
import type { DeviceListItem } from '@platen/contract/devices';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import { useTranslations } from 'use-intl/react';
import { toCalendarDay } from '../device/figures.ts';
import { FramedDeviceContext, openedRowArea } from '../device/framed-device.ts';
import { CodeLine } from '../device-codes/code-reason.tsx';
import { toMessage } from '../platform/application-message.ts';
import { toStateOf } from '../platform/failure.ts';
import { deviceArea, isRefusedLink, type SelectedDevice } from '../platform/selected-device.ts';
import { useArea } from '../platform/state.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { DeviceStrip, type StripFact } from '../ui/device-strip.tsx';
import { EvidenceContext } from '../ui/evidence-source.ts';
import { ButtonLink, Link } from '../ui/link.tsx';
import { FailuresContext, handFocusOver } from '../ui/panel.tsx';
import { isStale, useAgeText, useDates, useMinute } from '../ui/use-dates.ts';
import { useReasonText } from '../ui/use-reason-text.ts';
import styles from './device-frame.module.css';
import { DeviceTabs } from './device-tabs.tsx';
import failureStyles from './root-layout.module.css';
import { ScreenFailures, useDevice, useEvidence } from './use-device.tsx';

type ProfileQuery = UseQueryResult<DeviceProfile>;

/**
 * Frame of all screens about one device: who it is, its tabs, and the source of every value inside. It stays
 * when the screen inside changes.
 */
export function DeviceFrame() {
  const { device, profile } = useDevice();
  const evidence = useEvidence(device?.deviceId, profile.data !== undefined);
  // The error popup says that no device is selected; there is nothing to show behind it.
  if (device === null) return null;
  const refusal = toStateOf(profile.error).errorCode;
  if (profile.isError && profile.data === undefined && isRefusedLink(refusal, device))
    return <RefusedLink code={refusal} />;
  return (
    <EvidenceContext value={evidence}>
      <ScreenFailures isWithout={profile.isError && profile.data === undefined}>
        <Strip device={device} query={profile} />
        <DeviceTabs deviceId={device.deviceId} signs={profile.data?.failurePredictions ?? []} />
        <div className="page">
          <FramedDeviceContext value={device.deviceId}>
            <Outlet />
          </FramedDeviceContext>
        </div>
      </ScreenFailures>
    </EvidenceContext>
  );
}

function Strip({ device, query }: { device: SelectedDevice; query: ProfileQuery }) {
  const t = useTranslations('detail');
  const client = useQueryClient();
  const profile = query.data;
  const opened = useArea(openedRowArea);
  const isFailed = query.isError && profile === undefined;
  const row = isFailed && opened?.deviceId === device.deviceId ? opened : undefined;
  const isRefreshing = query.isFetching && profile !== undefined;
  const refresh = () => void client.invalidateQueries({ queryKey: ['device', device.deviceId] });
  return (
    <DeviceStrip
      status={(profile ?? row)?.status}
      model={profile === undefined ? (device.model ?? undefined) : profile.model}
      serial={profile === undefined ? (device.serial ?? undefined) : profile.serial}
      reason={
        <>
          <StripReason profile={profile} />
          <WorklistLink profile={profile} />
        </>
      }
      facts={useFacts(profile, isFailed, row)}
      problem={
        query.isError && profile !== undefined ? <NotRefreshed query={query} /> : <NotLoaded isFailed={isFailed} />
      }
      action={
        <>
          <output className="vh">{isRefreshing ? t('refreshing') : ''}</output>
          <RefreshButton busy={isRefreshing} onClick={refresh} />
        </>
      }
    />
  );
}

/**
 * What the status comes from, in one line: the strip stands on all tabs, the explanation only in the profile.
 */
function StripReason({ profile }: { profile: DeviceProfile | undefined }) {
  const first = profile?.statusReasons?.[0];
  const text = useReasonText(first);
  if (first?.source === 'deviceCode') return <CodeLine code={first.code} className={styles.code} />;
  return text === undefined ? null : <span className={styles.reason}>{text}</span>;
}

/** Where the device stands on the worklist, with the way there (WL-65). */
function WorklistLink({ profile }: { profile: DeviceProfile | undefined }) {
  const t = useTranslations('common.worklist');
  const stand = profile?.worklist;
  if (profile === undefined || stand === undefined) return null;
  const state = t(stand.state);
  const label = t('label', { priority: stand.priority, state });
  return (
    <Link
      to="/worklist"
      search={{ row: profile.deviceId }}
      className={styles.worklist}
      aria-label={label}
      title={label}
    >
      {stand.priority} {state}
    </Link>
  );
}

function RefreshButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const t = useTranslations('common');
  return (
    <IconButton
      className={busy ? styles.turning : undefined}
      icon="refresh"
      label={t('refresh')}
      aria-disabled={busy}
      onClick={busy ? undefined : onClick}
    />
  );
}

/** The last refresh failed: the older values stay, marked as older. */
function NotRefreshed({ query }: { query: ProfileQuery }) {
  const t = useTranslations('detail');
  const common = useTranslations('common');
  return (
    <p className={styles.problem} role="alert">
      <span>
        {t('refreshFailed')} <span className="code">{toStateOf(query.error).errorCode}</span>
      </span>
      <Button ref={handFocusOver} variant="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
        {common('retry')}
      </Button>
    </p>
  );
}

/** What of the screen could not be loaded, with the one Retry for all of it. */
function NotLoaded({ isFailed }: { isFailed: boolean }) {
  const t = useTranslations('detail');
  const common = useTranslations('common');
  const failures = use(FailuresContext);
  const isShared = failures?.isShared === true;
  if (!isFailed && !isShared) return null;
  return (
    <p className={styles.problem} role="alert">
      <span>{t(isFailed ? 'profileFailed' : 'partsFailed')}</span>
      {isShared ? failures.messages.map((message) => <span key={message}>{message}</span>) : null}
      {isShared ? (
        <Button ref={handFocusOver} variant="quiet" onClick={failures.retry}>
          {common('retry')}
        </Button>
      ) : null}
    </p>
  );
}

/**
 * Customer, series and dates (PR-04..PR-08, PR-32); all undefined while loading, '-' for what was not
 * reported. Without a profile only the facts of the list's row are left.
 */
function useFacts(profile: DeviceProfile | undefined, isFailed: boolean, row: DeviceListItem | undefined): StripFact[] {
  const t = useTranslations('detail');
  const common = useTranslations('common');
  const age = useAgeText();
  const now = useMinute();
  const dates = useDates();
  const none = <span className="quiet">{common('none')}</span>;
  const show = (value: (known: DeviceProfile) => ReactNode): ReactNode => {
    if (profile !== undefined) return value(profile) ?? none;
    return undefined;
  };
  const known = profile ?? row;
  const names = [known?.customerName, known?.description].filter(Boolean).join(', ');
  const customer: StripFact = {
    label: t('customer'),
    value: known === undefined ? undefined : names || none,
    grow: true,
    tip: names || undefined,
  };
  if (isFailed) return row === undefined ? [] : [customer];
  return [
    customer,
    { label: t('series'), value: show(({ series }) => series), cut: true, tip: profile?.series ?? undefined },
    {
      label: t('unpacked'),
      value: show(({ unpackingDate }) => {
        const day = toCalendarDay(unpackingDate);
        if (day.kind === 'day') return dates.date(day.at);
        return day.kind === 'other' ? day.text : null;
      }),
    },
    {
      label: t('updated'),
      value: show(({ updatedAt }) => {
        const at = new Date(updatedAt);
        return (
          <>
            {dates.dateTime(at)} <span className={isStale(at, now) ? styles.stale : 'quiet'}>{age.ago(at, now)}</span>
          </>
        );
      }),
    },
    {
      label: t('processed'),
      value: show(({ processedAt }) => (processedAt === null ? null : dates.dateTime(new Date(processedAt)))),
    },
  ];
}

/**
 * In place of a device that a link named and the server refuses: why, and the way to the devices of the user.
 */
export function RefusedLink({ code }: { readonly code: number }) {
  const t = useTranslations();
  return (
    <section className={failureStyles.failure} role="alert">
      <h2>{t('errors.panelFailed')}</h2>
      <p>
        <span className="code">{code}</span> {toMessage(code)}
      </p>
      <ButtonLink variant="primary" to="/devicelist" onClick={() => deviceArea.reset()}>
        {t('header.titles.deviceList')}
      </ButtonLink>
    </section>
  );
}
