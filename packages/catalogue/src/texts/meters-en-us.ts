import { editing } from './en-us/editing.ts';
import { ledger } from './en-us/ledger.ts';
import { meterCodes } from './en-us/meter-codes.ts';
import { meters } from './en-us/meters.ts';

/** The texts of the area of meters in English; ICU messages. Loaded with it. */
export const texts = { meters, meterCodes, ledger, editing } as const;
