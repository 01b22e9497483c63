import { ledger } from './en-us/ledger.ts';

/** The texts of the ledger of meters in English; ICU messages. Loaded with it. */
export const texts = { ledger } as const;
