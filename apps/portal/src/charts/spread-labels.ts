/**
 * Moves labels apart that would lie on one another: their places in the order given, at least `gap` pixels
 * between any two, as near to where they belong as that allows and, as far as there is room, between `low`
 * and `high`.
 */
export function spreadLabels(places: readonly number[], gap: number, low: number, high: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  let floor = low;
  for (const label of order) {
    label.place = Math.max(label.place, floor);
    floor = label.place + gap;
  }
  let ceiling = high;
  for (const label of order.toReversed()) {
    label.place = Math.min(label.place, ceiling);
    ceiling = label.place - gap;
  }
  const spread = [...places];
  for (const { place, index } of order) spread[index] = place;
  return spread;
}
