import { type Agent, request } from 'node:http';

/** What became of one call. */
export interface Outcome {
  /**
   * HTTP status; 'refused': no connection; 'broken': the connection ended without a whole answer; 'timeout':
   * neither.
   */
  status: number | 'refused' | 'broken' | 'timeout';
  /** The server had taken the call (it answered 100 Continue) before it was given the body. */
  accepted: boolean;
  body: string;
}

/** Longer than the server's own limit of a call. */
const patienceMs = 45_000;

/**
 * Posts a body with `expect: 100-continue`: the answer 100 is how a caller knows that a call was accepted.
 * Never rejects.
 */
export function post(url: string, agent: Agent, headers: Record<string, string>, body: Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    let accepted = false;
    const settle = (status: Outcome['status'], text = '') => resolve({ status, accepted, body: text });
    const call = request(url, {
      method: 'POST',
      agent,
      timeout: patienceMs,
      headers: { ...headers, 'content-length': String(body.length), expect: '100-continue' },
    });
    call.on('continue', () => {
      accepted = true;
      call.end(body);
    });
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => settle(response.statusCode ?? 0, text));
      response.on('error', () => settle('broken'));
      response.on('close', () => settle('broken'));
      // Answered before the body was asked for: this connection cannot be used again.
      if (!accepted) response.on('end', () => call.destroy());
    });
    call.on('timeout', () => {
      settle('timeout');
      call.destroy();
    });
    call.on('error', (error) => settle('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'broken'));
    call.flushHeaders();
  });
}
