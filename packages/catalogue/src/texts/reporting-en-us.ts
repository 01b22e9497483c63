import { reporting } from './en-us/reporting.ts';

/**
 * The texts of the screen about collectors and stopped devices in English; ICU messages. Loaded with that
 * screen.
 */
export const texts = { reporting } as const;
