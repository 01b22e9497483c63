import type { ReactNode } from 'react';
import { Link } from '../ui/link.tsx';
import type { DeviceTabPath } from './device-tabs.ts';

/** Link from a panel of the profile to the screen behind it. */
export function SectionLink({ to, deviceId, children }: { to: DeviceTabPath; deviceId: string; children: ReactNode }) {
  return (
    <Link to={`/${to}`} search={{ device: deviceId }}>
      {children}
    </Link>
  );
}
