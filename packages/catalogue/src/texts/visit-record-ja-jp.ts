import { editing } from './ja-jp/editing.ts';
import { headlines } from './ja-jp/headlines.ts';
import { visitRecord } from './ja-jp/visit-record.ts';

/** The texts of the record of a visit in Japanese; ICU messages. Loaded with the form. */
export const texts = { editing, headlines, visitRecord } as const;
