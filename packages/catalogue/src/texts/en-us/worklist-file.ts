/** Heads of the worklist as a file; what the list on the screen shows too has the same words. */
export const worklistFile = {
  name: 'worklist',
  byHand: 'Set by hand until ({zone})',
  cost: 'Cost of waiting (points a day)',
  judgedCost: 'Of which predicted',
  unknown: 'Figures not known',
  further: 'Further conditions',
  count: 'Conditions',
  collector: 'Collector',
  since: 'Since ({zone})',
  marks: 'Marks',
  plannedDay: 'Planned day',
  answer: 'Answer due ({zone})',
} as const;
