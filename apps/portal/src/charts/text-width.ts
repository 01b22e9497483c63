const isWide = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]/u;

/** About how many pixels a label of 11 to 12 pixels takes: enough to keep labels apart, never to cut one. */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += isWide.test(sign) ? 12 : 6.6;
  return Math.ceil(width);
}
