import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import type { DeviceProfile } from '@platen/contract/details';
import { useMessages, useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import styles from './later.module.css';

type Prediction = DeviceProfile['failurePredictions'][number];

/** Component and advice of one sign in words (OQ-83); a component nobody knows is called as it came. */
export function SignWords({ prediction: { component, messageId } }: { prediction: Prediction }) {
  const t = useTranslations('failureSign.component');
  const known = useMessages().failureSign.component;
  const isKnown = (name: string): name is keyof typeof known & string => Object.hasOwn(known, name);
  const advice = adviceMessage(messageId, environment().locale);
  return (
    <>
      <b>{isKnown(component) ? t(component) : component}</b>
      <span className={styles.adviceLine} title={advice}>
        {advice}
      </span>
    </>
  );
}
