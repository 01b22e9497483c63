import { decodeMessage } from './decode.ts';
import { encodeQuestion, type Question } from './encode.ts';
import { groupTags, type IppAttribute, statusGroup } from './message.ts';
import { type Posted, type PostTarget, post } from './post.ts';

export interface IppOptions {
  host: string;
  port: number;
  /** Path that the printer announced (`rp`); tried first. */
  path?: string | undefined;
  /** Wait for a connection, and for one answer. */
  connectMs: number;
  answerMs: number;
  /** The whole reading ends by then; of `performance.now()`. */
  deadline: number;
  /** Ends the reading at once, as `refused`. */
  signal?: AbortSignal | undefined;
}

/** The attributes that a printer sent over IPP; `uri` is their source. */
export interface IppReading {
  attributes: readonly IppAttribute[];
  uri: string;
}

/** `closed`: no host. `refused`: a host without attributes; `reason` is a text that describes its answer. */
export type IppOutcome = { kind: 'read'; reading: IppReading } | { kind: 'closed' | 'refused'; reason: string };

/** Common paths of print queues: IPP Everywhere's path first, then those of older makes. */
const usualPaths: readonly string[] = ['/ipp/print', '/ipp/printer', '/ipp', '/'];
const schemes = ['ipp', 'ipps'] as const;
const versions = [
  { major: 2, minor: 0 },
  { major: 1, minor: 1 },
] as const;

/** Maximum number of requests to a device that keeps refusing. */
const questionLimit = 20;

/**
 * Reads the attributes of one device: IPP, then IPPS on the same port if plain HTTP is refused or useless;
 * each path in turn; version 2.0 and, if refused, 1.1; the attributes this reader knows and, if refused, all.
 * One connection at a time. Never throws, ends by the deadline.
 */
export async function readIpp(options: IppOptions): Promise<IppOutcome> {
  const asking = new Asking(options);
  for (const scheme of schemes) {
    const found = await asking.over(scheme);
    if (found !== undefined) return found;
  }
  return { kind: asking.reached ? 'refused' : 'closed', reason: asking.reason };
}

/** A path of printable ASCII; undefined for any other text. */
function toPath(text: string | undefined): string | undefined {
  const path = text === undefined || text.startsWith('/') ? text : `/${text}`;
  return path !== undefined && /^\/[!-~]{0,254}$/.test(path) ? path : undefined;
}

type Next = 'nextPath' | 'nextScheme';

class Asking {
  readonly #options: IppOptions;
  readonly #paths: readonly string[];
  #asked = 0;
  reached = false;
  reason = '';

  constructor(options: IppOptions) {
    this.#options = options;
    const own = toPath(options.path);
    this.#paths = own === undefined ? usualPaths : [own, ...usualPaths.filter((path) => path !== own)];
  }

  /** An outcome, or undefined if the other scheme has to be tried. */
  async over(scheme: PostTarget['scheme']): Promise<IppOutcome | undefined> {
    for (const path of this.#paths) {
      const found = await this.#at(scheme, path);
      if (found === 'nextScheme') return undefined;
      if (found !== 'nextPath') return found;
    }
    return undefined;
  }

  async #at(scheme: PostTarget['scheme'], path: string): Promise<IppOutcome | Next> {
    let version = 0;
    let attributes: Question['attributes'] = 'read';
    for (;;) {
      const { host, port } = this.#options;
      const uri = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
      if (this.#asked >= questionLimit) return { kind: 'refused', reason: this.reason };
      this.#asked += 1;
      const asked = versions[version] ?? versions[0];
      const question = encodeQuestion({ uri, version: asked, requestId: this.#asked, attributes });
      const verdict = judge(await this.#post(scheme, path, question));
      if (verdict.kind === 'attributes') return { kind: 'read', reading: { attributes: verdict.attributes, uri } };
      const before = scheme === 'ipps' && path === this.#paths[0] && this.reached ? `${this.reason}; ` : '';
      this.reason = `${before}${uri}: ${verdict.reason}`;
      if (verdict.kind === 'closed') return { kind: this.reached ? 'refused' : 'closed', reason: this.reason };
      this.reached = true;
      if (verdict.kind === 'late') return { kind: 'refused', reason: this.reason };
      if (verdict.kind === 'broken') return scheme === 'ipp' ? 'nextScheme' : { kind: 'refused', reason: this.reason };
      if (verdict.kind === 'otherScheme') return scheme === 'ipp' ? 'nextScheme' : 'nextPath';
      if (verdict.kind === 'otherPath') return 'nextPath';
      if (verdict.kind === 'otherVersion' && version + 1 < versions.length) version += 1;
      else if (verdict.kind !== 'otherVersion' && attributes === 'read') attributes = 'all';
      else return 'nextPath';
    }
  }

  #post(scheme: PostTarget['scheme'], path: string, question: Uint8Array): Promise<Posted> {
    const { host, port, connectMs, answerMs, deadline, signal } = this.#options;
    const until = Math.min(deadline, performance.now() + connectMs + answerMs);
    return post({ scheme, host, port, path, connectMs, deadline: until, signal }, question);
  }
}

type Verdict =
  | { kind: 'attributes'; attributes: readonly IppAttribute[] }
  | {
      kind: 'closed' | 'late' | 'broken' | 'otherScheme' | 'otherPath' | 'otherVersion' | 'fewerDemands';
      reason: string;
    };

/** The next step after an answer. */
function judge(posted: Posted): Verdict {
  if (posted.kind === 'unreachable') return { kind: 'closed', reason: posted.reason };
  if (posted.kind !== 'answer') return { kind: posted.kind, reason: posted.reason };
  return posted.status === 200 ? judgeMessage(posted.body) : judgeHttp(posted.status);
}

/**
 * 426, and a redirect, mostly to https: TLS on the same port, never another host. Some printers refuse an
 * unknown version with 400 or 505; a TLS port also answers plain HTTP with 400, which the other scheme
 * detects after the last path.
 */
function judgeHttp(status: number): Verdict {
  const reason = `HTTP status ${status}`;
  if (status === 426 || (status >= 300 && status < 400)) return { kind: 'otherScheme', reason };
  if (status === 400 || status === 500 || status === 501 || status === 505) return { kind: 'otherVersion', reason };
  return { kind: 'otherPath', reason };
}

function judgeMessage(body: Uint8Array): Verdict {
  const decoded = decodeMessage(body);
  // Some printers answer a long list of attributes with garbage: HTML, or a truncated message.
  if (!decoded.ok) return { kind: 'fewerDemands', reason: `not an IPP message: ${decoded.reason}` };
  const { code, groups } = decoded.message;
  const attributes = groups.filter(({ tag }) => tag === groupTags.printer).flatMap((group) => group.attributes);
  const status = statusGroup(code);
  const reason = `IPP status 0x${code.toString(16).padStart(4, '0')}`;
  if (status === 'successful')
    return attributes.length > 0
      ? { kind: 'attributes', attributes }
      : { kind: 'fewerDemands', reason: 'an answer without attributes' };
  if (status === 'versionNotSupported') return { kind: 'otherVersion', reason };
  if (status === 'notHere') return { kind: 'otherPath', reason };
  return { kind: 'fewerDemands', reason };
}

/**
 * When a device is read over IPP in addition to SNMP. `named`: at once, as a named target may support IPP
 * only. `printer`: as soon as SNMP has shown that it is one, so that other hosts of a searched network are
 * not contacted.
 */
export interface IppWanted {
  port: number;
  /** The path that the device announced. */
  path?: string | undefined;
  when: 'named' | 'printer';
}

/** Wait for one answer: a printer that wakes up takes some seconds. */
const answerMs = 15_000;

/** One IPP reading that runs in parallel with SNMP; never throws. */
export class ParallelIpp {
  readonly #ask: () => Promise<IppOutcome>;
  readonly #stop = new AbortController();
  #asked: Promise<IppOutcome> | undefined;

  constructor(host: string, wanted: IppWanted, connectMs: number, deadline: number) {
    this.#ask = () =>
      readIpp({ host, port: wanted.port, path: wanted.path, connectMs, answerMs, deadline, signal: this.#stop.signal });
    if (wanted.when === 'named') this.start();
  }

  start(): void {
    this.#asked ??= this.#ask();
  }

  /** Cancels a running request; a completed reading remains. */
  stop(): void {
    this.#stop.abort();
  }

  /** The reading; undefined if IPP was not used, not available, or without a usable answer. */
  async reading(): Promise<IppReading | undefined> {
    const outcome = await this.#asked;
    return outcome?.kind === 'read' ? outcome.reading : undefined;
  }
}
