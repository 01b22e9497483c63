import { Suspense } from 'react';
import { PanelBody } from '../../ui/panel.tsx';
import styles from './collectors.module.css';
import { Reporting } from './reporting.tsx';
import { ReportingTexts } from './texts.tsx';

/** '/reporting': how the collectors are, and which devices have stopped reporting. */
export function ReportingScreen() {
  return (
    <Suspense
      fallback={
        <div className={styles.waiting}>
          <PanelBody state={{ kind: 'loading', rows: 8 }} />
        </div>
      }
    >
      <ReportingTexts>
        <Reporting />
      </ReportingTexts>
    </Suspense>
  );
}
