/**
 * The arithmetic of a calculated figure on its evidence card, keyed by the kind of calculation in the
 * contract.
 */
export const figures = {
  label: 'Calculation',
  unit: { pages: 'pages', sheets: 'sheets', rotations: 'rotations', hours: 'h', percent: '%' },
  quantity: '{value} {unit}',
  date: '{date} ({lower} to {upper}, 80% range)',
  noDate: 'not within 12 months',
  tonerDays: {
    days: '{level}% left ÷ {perDay}% a day = {exact}, rounded up {days, plural, one {# day} other {# days}}',
    daysAfter:
      '{level}% left ÷ {perDay}% a day − {age, plural, one {# day} other {# days}} since the last reading = {exact}, rounded up {days, plural, one {# day} other {# days}}',
    empty: 'Nothing is left.',
    range: 'Use a day: {perDay}%, 80% range {lower}% to {upper}%',
  },
  ratedLife: {
    reported: 'Consumed, as reported by the device: {percent}%',
    done: '{done} ÷ rated life {rated} = {percent}%',
    after: 'In {days, number} days: {percent}% + {use} × {each}% = {result}%',
    range: '80% range {lower}% to {upper}%',
    share: 'This part: {share} {unit} per page of the device, over 90 days',
  },
  expectedLife: {
    now: '{wear} ÷ expected life {life} = {percent}%',
    failed: 'Failed on {date}: 100%',
    life: 'Expected life of this piece: {lower} to {upper} (80% range)',
    perDay: 'Use a day: {perDay}',
    after: 'In {days, number} days: {percent}% ({lower}% to {upper}%, 80% range)',
    days: '({life} − {wear}) ÷ {perDay} = {days, plural, one {# day} other {# days}} from the last reading on {readOn}',
    date: 'Failure: {date}',
  },
  rollerLife: {
    now: '{sheets} ÷ usual life {life} = {percent}%',
    share: '{share} sheets per page of the device, over 90 days',
    left: '{left} sheets left ÷ {share} ÷ {perDay} pages a day = {days, plural, one {# day} other {# days}}',
  },
  partWear: 'Counted so far: {wear}',
  reportedLife: 'As reported by the device: {percent}%',
  rise: {
    counted: '{last} − {first} = {value}',
    countedOmitted: '{last} − {first} − {omitted} (steps of the counter that do not count) = {value}',
  },
  monthlyAverage: '{pages} pages ÷ {days, plural, one {# day} other {# days}} × 30.44 = {value} a month',
  ratio: '{part} ÷ {whole} = {percent}%',
  sum: '{values} = {sum}',
  sensorLimit: {
    limit: 'Usual level of the family {usual} − {times} × deviation {deviation} = limit {limit}',
    last: 'Last reading: {last}',
  },
  driveState: {
    score: 'Score {score}; limits {backup} (back up), {replace} (replace), {danger} (danger)',
    wear: 'Wear {wear}%; limits {backup}%, {replace}%, {danger}%',
    before: 'State before this reading: {state, number}',
    selfTest: 'A self-test is running.',
  },
  stopRisk: {
    cause: '{cause}: {week}% within 7 days, {fortnight}% within 14, {month}% within 28',
    causeOf: '{name}, {unit}',
    serviceCalls: 'Recurring service call',
    together: 'Together, as independent causes: 100% − {product} = {fortnight}% within 14 days',
    factor: '(100% − {percent}%)',
    none: 'No cause reaches 0.1% within 28 days.',
    week: 'Within 7 days: {week}%; within 28 days: {month}%',
    warnFrom:
      'Signs of less than {percent}% within 14 days do not turn the status to a warning: signs may warn of at most one device in five',
    unknown: '{count, plural, one {# part} other {# parts}} not judged yet and not in the sum',
  },
  codeLevel: {
    distance: '0.6745 × |{value} − median {median}| ÷ deviation {mad} = {distance}',
    log: 'Of the logarithms (median {median}, deviation {mad}), which count where they are nearer: {distance}',
    limits: 'Level 1 from {limit}; levels 2 and 3 from 5 and 8 of the plain distance',
    rarity: 'Judged by how rare the value is on these devices; the most frequent value has level 0.',
  },
  readings: 'Readings of {from} to {to}: from {first} to {last}',
} as const;
