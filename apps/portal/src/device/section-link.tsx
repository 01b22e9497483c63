import type { ReactNode } from 'react';
import type { TabName } from '../platform/screens.ts';
import { Link } from '../ui/link.tsx';

/** Link from a panel of the profile to the screen behind it. */
export function SectionLink({ to, deviceId, children }: { to: TabName; deviceId: string; children: ReactNode }) {
  return (
    <Link to={`/${to}`} search={{ device: deviceId }}>
      {children}
    </Link>
  );
}
