/** Finishers named in the language of the reader, by the words in which devices report them. */
const finishers = new Map([
  ['saddle stitch finisher', 'saddleStitch'],
  ['staple finisher', 'staple'],
] as const);

/** The name in the texts of a finisher as the device reports it; undefined for other words, which are shown as they are. */
export const toFinisher = (reported: string | null) => {
  const words = reported?.trim().toLowerCase();
  return [...finishers].find(([known]) => known === words)?.[1];
};
