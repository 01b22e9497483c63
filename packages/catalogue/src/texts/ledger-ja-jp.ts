import { ledger } from './ja-jp/ledger.ts';

/** The texts of the ledger of meters in Japanese; ICU messages. Loaded with it. */
export const texts = { ledger } as const;
