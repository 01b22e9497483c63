export { DayStrip } from './day-strip.tsx';
export { DaysLeft, DaysLeftHead } from './days-left.tsx';
export { PartsDue } from './parts-due.tsx';
export { SignWords } from './sign-words.tsx';
