import { decodeMessage } from './decode.ts';
import { groupTags, type IppAttribute, statusGroup } from './message.ts';
import { type Posted, type PostTarget, post } from './post.ts';
import { encodeQuestion, type Question } from './request.ts';

export interface IppOptions {
  host: string;
  port: number;
  /** Where the printer itself says that its queue is (`rp` of its announcement); asked first. */
  path?: string | undefined;
  /** Wait for a connection, and for one answer. */
  connectMs: number;
  answerMs: number;
  /** The whole reading ends by then; of `performance.now()`. */
  deadline: number;
  /** Ends it at once, as `refused`. */
  signal?: AbortSignal | undefined;
}

/** What a printer said of itself over IPP; `uri` is where it said so. */
export interface IppReading {
  attributes: readonly IppAttribute[];
  uri: string;
}

/** `closed`: nobody there. `refused`: somebody is, but gave no attributes; `reason` says in words what came instead. */
export type IppOutcome = { kind: 'read'; reading: IppReading } | { kind: 'closed' | 'refused'; reason: string };

/** Where printers keep their queue: IPP Everywhere's path first, then those of older makes. */
const usualPaths: readonly string[] = ['/ipp/print', '/ipp/printer', '/ipp', '/'];
const schemes = ['ipp', 'ipps'] as const;
const versions = [
  { major: 2, minor: 0 },
  { major: 1, minor: 1 },
] as const;

/** A device that answers each question with another excuse is left after so many. */
const questionLimit = 20;

/**
 * Asks one device for its attributes: IPP, then IPPS on the same port where plain HTTP is refused or says nothing of use;
 * each path in turn; version 2.0 and, where that is refused, 1.1; the attributes this reader knows and, where that is refused, all.
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

/** A path of printable ASCII; anything else is none. */
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

  /** An outcome, or undefined when the other scheme is to be tried. */
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

/** What to do after an answer. */
function judge(posted: Posted): Verdict {
  if (posted.kind === 'unreachable') return { kind: 'closed', reason: posted.reason };
  if (posted.kind !== 'answer') return { kind: posted.kind, reason: posted.reason };
  return posted.status === 200 ? judgeMessage(posted.body) : judgeHttp(posted.status);
}

/**
 * 426, and a redirect, mostly one to https: TLS on the same port, never another place. 400 and 505 are how some printers refuse a version they
 * do not know; 400 is also what a TLS port says to plain HTTP, which the other scheme finds out after the last path.
 */
function judgeHttp(status: number): Verdict {
  const reason = `HTTP status ${status}`;
  if (status === 426 || (status >= 300 && status < 400)) return { kind: 'otherScheme', reason };
  if (status === 400 || status === 500 || status === 501 || status === 505) return { kind: 'otherVersion', reason };
  return { kind: 'otherPath', reason };
}

function judgeMessage(body: Uint8Array): Verdict {
  const decoded = decodeMessage(body);
  // Too long a list of demands is also answered with rubbish: HTML, or a message that is cut off.
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
 * When a device is asked over IPP beside SNMP. `named`: at once, as a target that somebody named may speak IPP only.
 * `printer`: as soon as SNMP has shown it to be one, so that a searched network's other machines are left alone.
 */
export interface IppWanted {
  port: number;
  /** Where the device itself says that its queue is. */
  path?: string | undefined;
  when: 'named' | 'printer';
}

/** For one answer: a printer that wakes up takes some seconds. */
const answerMs = 15_000;

/** IPP asked once, beside something else; never throws. */
export class IppBeside {
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

  /** Gives up what is still being asked; what was said stays. */
  stop(): void {
    this.#stop.abort();
  }

  /** What the device said, or undefined: not asked, not there, or said nothing of use. */
  async reading(): Promise<IppReading | undefined> {
    const outcome = await this.#asked;
    return outcome?.kind === 'read' ? outcome.reading : undefined;
  }
}
