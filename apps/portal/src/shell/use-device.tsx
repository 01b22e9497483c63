import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { deviceQueries } from '../device/device-query.ts';
import { toStateOf } from '../platform/failure.ts';
import { deviceArea, type SelectedDevice } from '../platform/selected-device.ts';
import { popupArea, useArea } from '../platform/state.ts';
import type { EvidenceSource } from '../ui/evidence-source.ts';
import { type Failures, FailuresContext } from '../ui/panel.tsx';

/**
 * The device of this screen. If it is deselected while the screen is still open (the device-list icon,
 * HD-27), it stays until the screen is left, so that nothing here asks for a missing device.
 */
function useHeldDevice(): SelectedDevice | null {
  const selected = useArea(deviceArea);
  const [held, setHeld] = useState(selected);
  if (selected !== null && selected !== held) setHeld(selected);
  return selected ?? held;
}

/**
 * With no device selected the profile call is error 102003, shown once; closing it leads to the device list
 * (OQ-16).
 */
function useWayOut(hasDevice: boolean): void {
  const navigate = useNavigate();
  const popup = useArea(popupArea);
  const [wasShown, setWasShown] = useState(false);
  if (!hasDevice && popup === 'errorInformation' && !wasShown) setWasShown(true);
  const isOver = !hasDevice && wasShown && popup === 'none';
  useEffect(() => {
    if (isOver) void navigate({ to: '/devicelist', replace: true });
  }, [isOver, navigate]);
}

/**
 * Keeps the device in the address, so that it can be sent to a colleague and survives a copied link (OQ-16).
 */
function useAddress(deviceId: string | undefined): void {
  const navigate = useNavigate();
  const named = useSearch({ strict: false, select: (search) => search.device });
  useEffect(() => {
    if (deviceId === undefined || named !== undefined) return;
    void navigate({ to: '.', search: (search) => ({ ...search, device: deviceId }), replace: true });
  }, [deviceId, named, navigate]);
}

/** The selected device and its profile, which every screen about it shows in its strip. */
export function useDevice() {
  const device = useHeldDevice();
  const profile = useQuery(deviceQueries.profile(device?.deviceId));
  const { data } = profile;
  useWayOut(device !== null);
  useAddress(device?.deviceId);
  useEffect(() => {
    const selected = deviceArea.get();
    if (data === undefined || selected?.deviceId !== data.deviceId) return;
    if (selected.serial === data.serial && selected.model === data.model && selected.isLinked === undefined) return;
    deviceArea.set({ deviceId: data.deviceId, serial: data.serial, model: data.model });
  }, [data]);
  return { device, profile };
}

/** The sources of all values of a device, fetched once its profile is there: the figures come first. */
export function useEvidence(deviceId: string | undefined, isWanted: boolean): EvidenceSource {
  const { data, error } = useQuery({
    ...deviceQueries.evidence(deviceId),
    enabled: isWanted && deviceId !== undefined,
  });
  return useMemo(() => {
    if (data !== undefined) return { state: 'ready', entries: data.evidence, figures: data.figures ?? {} };
    return error === null ? { state: 'loading' } : { state: 'failed', errorCode: toStateOf(error).errorCode };
  }, [data, error]);
}

/** Gives the screens of a device one Retry: `isWithout` is true where the frame itself misses its data. */
export function ScreenFailures({ isWithout, children }: { isWithout: boolean; children: ReactNode }) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<readonly { readonly failure: string }[]>([]);
  const register = useCallback((failure: string) => {
    const entry = { failure };
    setFailed((before) => [...before, entry]);
    return () => setFailed((before) => before.filter((other) => other !== entry));
  }, []);
  const retry = useCallback(() => {
    const isFailed = { type: 'active', predicate: isWithoutData } as const;
    void client.refetchQueries(isFailed);
  }, [client]);
  const isShared = failed.length > 1 || (isWithout && failed.length === 0);
  const failures = useMemo<Failures>(() => {
    const messages = [...new Set(failed.map(({ failure }) => failure))];
    return { isShared, messages, register, retry };
  }, [isShared, failed, register, retry]);
  return <FailuresContext value={failures}>{children}</FailuresContext>;
}

const isWithoutData = ({ state }: { state: { data: unknown; status: string } }): boolean =>
  state.data === undefined && state.status === 'error';
