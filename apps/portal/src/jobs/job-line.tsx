import type { JobTexts } from '@platen/catalogue/texts/types';
import type { Job, JobKind, JobResult } from '@platen/contract/jobs';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { reportThrown } from '../platform/errors.ts';
import { toStateOf } from '../platform/failure.ts';
import { lazyTexts } from '../platform/load-once.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import styles from './job-line.module.css';
import { jobResultQuery, jobsQuery, noteJobSeen, readSeenJobs } from './job-queries.ts';

/** A job of the user that has ended. */
export interface EndedJob {
  readonly job: Job;
  /** Undefined: it has none, for the reason of `errorCode`. */
  readonly result: JobResult | undefined;
  /** Why it failed, or why its result could not be read. */
  readonly errorCode: number | undefined;
  /** The user has seen what came of it: it is not shown again. */
  readonly dismiss: () => void;
}

interface JobLineProps {
  readonly kind: JobKind;
  /** The job that was asked for here last. */
  readonly asked: string | undefined;
  /** Something else stands in the place of the line. */
  readonly isCovered: boolean;
  /** Called once for each job that has ended and was not seen; also for one of an earlier visit. */
  readonly onEnd: (ended: EndedJob) => void;
}

const loadTexts = lazyTexts<JobTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/jobs-ja-jp') : import('@platen/catalogue/texts/jobs-en-us'),
);

/**
 * How far the user's job of a kind is (GE-13). It goes on when the screen is left; who comes back finds it
 * again, or what came of it.
 */
export function JobLine(props: JobLineProps) {
  return (
    <AddedTexts load={loadTexts}>
      <FollowedJob {...props} />
    </AddedTexts>
  );
}

function FollowedJob({ kind, asked, isCovered, onEnd }: JobLineProps) {
  const t = useTranslations('jobs');
  const job = useJob(kind, asked);
  useEnd(job, onEnd);
  if (job === undefined || job.finishedAt !== null || isCovered) return null;
  const { done, total, state } = job;
  return (
    <div className={styles.place} data-print="none">
      <div className={styles.line}>
        <progress className={styles.bar} aria-label={t('label')} value={done} max={total} />
        <span>{t(`kinds.${kind}`, { done, total })}</span>
        <output className="quiet">{state === 'waiting' ? t('waiting') : t('mayLeave')}</output>
      </div>
    </div>
  );
}

/** The oldest job that goes on, else the newest whose result was not seen. */
function useJob(kind: JobKind, asked: string | undefined): Job | undefined {
  const client = useQueryClient();
  const { data = [] } = useQuery({ ...jobsQuery(asked), placeholderData: keepPreviousData });
  const seen = readSeenJobs(client);
  const jobs = data.filter((job) => job.kind === kind && !seen.includes(job.jobId));
  return jobs.findLast(({ finishedAt }) => finishedAt === null) ?? jobs[0];
}

/** Hands a job over once it has ended and its result is there. */
function useEnd(job: Job | undefined, onEnd: JobLineProps['onEnd']): void {
  const client = useQueryClient();
  const handed = useRef<string>(undefined);
  const hasResult = job !== undefined && job.result !== null;
  const { data, error } = useQuery({ ...jobResultQuery(job?.jobId ?? ''), enabled: hasResult });
  useEffect(() => {
    if (job === undefined || job.finishedAt === null || handed.current === job.jobId) return;
    if (hasResult && data === undefined && error === null) return;
    handed.current = job.jobId;
    const dismiss = () => {
      noteJobSeen(client, job.jobId).catch(reportThrown);
    };
    const errorCode = job.reason?.errorCode ?? (error === null ? undefined : toStateOf(error).errorCode);
    onEnd({ job, result: data, errorCode, dismiss });
  });
}
