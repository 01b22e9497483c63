import type * as z from 'zod/mini';
import type { Action } from './rights.ts';
import type { TokenScope } from './token-scopes.ts';

/**
 * One call over the wire. `path` is written as in OpenAPI (`/v1/device/{id}/profile`). Server and portal take
 * path, query, body and answer from the same object, so they cannot disagree.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** Who may call: a signed-in user, a collector or device with its key, or who has a code in the body. */
  readonly access: 'user' | 'collector' | 'code';
  /** What a user needs to call it at all; calls may ask for more. Absent: every user may. */
  readonly right?: Action;
  /** Users may call it before they agreed to the terms (OQ-26). */
  readonly beforeTerms?: boolean;
  /** API tokens with this scope may call it too (OA-30); absent: none may. */
  readonly tokenScope?: TokenScope;
  /** The token may come as the password of basic authentication too: spreadsheets know no other (MX-09). */
  readonly takesBasic?: true;
  readonly summary: string;
  /** What its figures mean, for who calls it: whole sentences. */
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** May be answered with 202 and `jobAccepted` instead: the work goes on as a job (GE-13). */
  readonly isLong?: boolean;
  /** Media types of an answer that is a file and not JSON; `answer` is its text then. */
  readonly answerTypes?: readonly string[];
  /** Headers of the answer in addition to the usual ones, with their meaning. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
}

/** Keeps the schema types of an endpoint while checking its form. */
export function endpoint<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>(definition: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return definition;
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.output<B> : never;
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never;
