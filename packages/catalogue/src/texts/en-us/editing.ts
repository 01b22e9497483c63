/** A change that was refused, and one that met the change of another person (GE-06). */
export const editing = {
  failed: 'Not done ({code}). {why}',
  by: 'Changed meanwhile by {name}',
  byOther: 'Changed meanwhile',
  mine: 'Mine',
  theirs: 'Theirs',
  before: 'Before',
  keep: 'Keep mine',
  take: 'Take theirs',
  about: 'About',
  chooseFile: 'Choose a file',
  noFile: 'no file chosen',
} as const;
