import type { ReactNode } from 'react';
import type { TabName } from '../platform/screens.ts';
import { classNames } from '../ui/class-names.ts';
import { Link } from '../ui/link.tsx';
import { Panel } from '../ui/panel.tsx';
import styles from './panel-grid.module.css';

/**
 * A grid of twelve columns; its panels are divided by hairlines. `fill`: as tall as the window allows;
 * `narrow`: no wider than a table of two columns wants.
 */
export function PanelGrid({ size, children }: { size?: 'fill' | 'narrow'; children: ReactNode }) {
  return <div className={classNames(styles.grid, size !== undefined && styles[size])}>{children}</div>;
}

/** Class of a panel that spans this number of the twelve columns. */
export const span = (columns: 6 | 12): string | undefined => styles[`span${columns}`];

/** A tab whose code or texts are still loading. */
export function GridSkeleton() {
  return (
    <PanelGrid>
      <Panel className={span(12)} title="" state={{ kind: 'loading', rows: 10 }} />
    </PanelGrid>
  );
}

/** Link from a panel of the profile to the screen behind it. */
export function SectionLink({ to, deviceId, children }: { to: TabName; deviceId: string; children: ReactNode }) {
  return (
    <Link to={`/${to}`} search={{ device: deviceId }}>
      {children}
    </Link>
  );
}
