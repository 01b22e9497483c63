import { Suspense } from 'react';
import { PanelBody } from '../../ui/panel.tsx';
import { NeededParts } from './needed-parts.tsx';
import styles from './parts-needed.module.css';
import { PartsNeededTexts } from './texts.tsx';

/** '/partsneeded': parts and cartridges that the fleet will need in the next three months. */
export function PartsNeededScreen() {
  return (
    <Suspense
      fallback={
        <div className={styles.waiting}>
          <PanelBody state={{ kind: 'loading', rows: 10 }} />
        </div>
      }
    >
      <PartsNeededTexts>
        <NeededParts />
      </PartsNeededTexts>
    </Suspense>
  );
}
