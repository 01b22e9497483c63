import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { deviceQueries } from '../device/queries.ts';
import { toStateOf } from '../platform/failure.ts';
import { popupArea } from '../platform/popup.ts';
import { deviceArea, type SelectedDevice } from '../platform/selected-device.ts';
import { useArea } from '../platform/state.ts';
import type { EvidenceSource } from '../ui/evidence-source.ts';

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
