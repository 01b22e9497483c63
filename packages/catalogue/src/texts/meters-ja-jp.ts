import { editing } from './ja-jp/editing.ts';
import { ledger } from './ja-jp/ledger.ts';
import { meterCodes } from './ja-jp/meter-codes.ts';
import { meters } from './ja-jp/meters.ts';

/** The texts of the area of meters in Japanese; ICU messages. Loaded with it. */
export const texts = { meters, meterCodes, ledger, editing } as const;
