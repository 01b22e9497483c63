export { DayStrip } from './day-strip.tsx';
export { DaysLeft, DaysLeftHead } from './days-left.tsx';
export { More } from './more.tsx';
export { PartsDue } from './parts-due.tsx';
export { SignWords } from './sign-words.tsx';
export { StopRisk } from './stop-risk.tsx';
