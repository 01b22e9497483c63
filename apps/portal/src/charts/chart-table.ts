/** The rows behind a chart: what its data table, its CSV file and assistive technology get. */
export interface ChartTable {
  readonly columns: readonly { readonly label: string; readonly align?: 'start' | 'end' }[];
  /**
   * The first cell names the row. Numbers are formatted on screen and plain in the file; null is 'nothing
   * there'.
   */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/**
 * A point of the drawing that can be read by keyboard and pointer; pixels from the top left of the drawing.
 */
export interface ReadablePoint {
  readonly x: number;
  readonly y: number;
  /** A whole sentence or phrase, e.g. '11/20/2025: 118%'. */
  readonly text: string;
}
