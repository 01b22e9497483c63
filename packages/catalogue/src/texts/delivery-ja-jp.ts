import { delivery } from './ja-jp/delivery.ts';
import { editing } from './ja-jp/editing.ts';
import { headlines } from './ja-jp/headlines.ts';

/** The texts of delivery in Japanese; ICU messages. Loaded with its screen. */
export const texts = { delivery, editing, headlines } as const;
