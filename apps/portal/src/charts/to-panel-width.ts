/** Hairlines between the columns of a sheet and around it, and the padding of a panel, in pixels (`sheet.module.css`, `panel.module.css`). */
const hairline = 1;
const padding = 16;

/** Room in pixels inside a panel that takes so many of the twelve columns of a sheet of this width. */
export function toPanelWidth(sheet: number, columns: number): number {
  const column = (sheet - 2 * hairline - 11 * hairline) / 12;
  return Math.max(0, Math.floor(column * columns + (columns - 1) * hairline - 2 * padding));
}
