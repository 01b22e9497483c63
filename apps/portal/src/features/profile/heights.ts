import type { ProfileHeights } from './shown-rows.ts';

/**
 * Heights in pixels as the style sheets of the profile draw them, with the room that a window of 900 pixels
 * leaves to the cells. `parts.room` holds two parts above five supplies.
 */
export const heights: ProfileHeights = {
  signs: { room: 310, alarm: 108, reasonsHead: 44, reason: 29, head: 46, risk: 26, sign: 19 },
  parts: { room: 278, alert: 24, part: 24, supply: { few: 46, many: 24 } },
};
