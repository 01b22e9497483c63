import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { useFormatter, useTranslations } from 'use-intl/react';
import { environment } from '../../../platform/environment.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel, PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './collectors.module.css';
import { codePlace, toEnrolCommand, toWays, type Way } from './model.ts';
import { downloadsQuery } from './queries.ts';

interface InstallProps {
  /** The code, while it is known to this page. */
  readonly code: string | undefined;
  readonly until: string | null;
}

/** The address that collectors reach: that of the API, or of this page. */
const toServer = () => (environment().config.apiBase === '' ? location.origin : environment().config.apiBase);

/** The code as text and square code, and what to do on each kind of machine (CF-01). */
export function InstallPanel({ code, until }: InstallProps) {
  const t = useTranslations('collectorFleet.enrol');
  const { dateTime } = useDates();
  const server = toServer();
  const query = useQuery(downloadsQuery);
  const downloads = query.data ?? [];
  return (
    <Panel title={t('title')} className={styles.panel}>
      <div className={styles.code}>
        {code === undefined ? null : <Square text={toEnrolCommand(server, code)} label={t('qr')} />}
        <div>
          <span className="label">{t('code')}</span>
          <output className={styles.shown}>{code ?? codePlace}</output>
          {until === null ? null : <span>{t('until', { time: dateTime(new Date(until)) })}</span>}
          <p>{t(code === undefined ? 'hidden' : 'once')}</p>
        </div>
        <dl className={styles.facts}>
          <dt>{t('server')}</dt>
          <dd className="code">{server}</dd>
          <dt>{t('inside')}</dt>
          <dd>{t('insideText')}</dd>
          <dt>{t('outside')}</dt>
          <dd>{t('outsideText')}</dd>
        </dl>
      </div>
      <PanelBody state={toPanelState(query, 4)}>
        {downloads.length === 0 ? (
          <div className={styles.stuck}>
            <p>{t('noPackages')}</p>
            <p>{t('installed')}</p>
            <Command text={toEnrolCommand(server, code ?? codePlace)} />
          </div>
        ) : (
          <div className={styles.ways}>
            {toWays(server, code ?? codePlace, downloads).map((way) => (
              <WaySteps key={way.name} way={way} server={server} />
            ))}
          </div>
        )}
      </PanelBody>
      <div className={styles.stuck}>
        <h3>{t('stuck')}</h3>
        <p>{t('stuckText')}</p>
        <Command text={`sudo platen-collector check --server ${server}`} />
        <p>{t('proxy')}</p>
      </div>
    </Panel>
  );
}

/** Of whole squares, as its size shows it. */
function Square({ text, label }: { readonly text: string; readonly label: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return <img className={styles.square} src={picture} alt={label} width={132} height={132} />;
}

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

function WaySteps({ way: { name, download, steps }, server }: { readonly way: Way; readonly server: string }) {
  const t = useTranslations('collectorFleet.enrol');
  const format = useFormatter();
  return (
    <section className={styles.way} aria-label={t(name)}>
      <h3>{t(name)}</h3>
      <p className={styles.note}>{t(`${name}Note`)}</p>
      {download === undefined ? (
        <p>{t('noPackage')}</p>
      ) : (
        <ol className={styles.steps}>
          {name === 'windows' ? (
            <li>
              <a href={`${server}/downloads/${download.name}`}>{download.name}</a>
            </li>
          ) : null}
          {steps.map(({ step, command }) => (
            <li key={step}>
              {t(step)}
              {command === undefined ? null : <Command text={command} />}
            </li>
          ))}
        </ol>
      )}
      {name === 'docker' && download !== undefined ? <p className={styles.note}>{t('noHost')}</p> : null}
      {download === undefined ? null : (
        <p className={`${styles.note} ${styles.hash}`}>
          {t('size', {
            name: download.name,
            size: format.number(download.bytes / 1e6, oneDecimal),
            hash: download.sha256,
          })}
        </p>
      )}
    </section>
  );
}

/** A line to type, with a button that copies it. */
function Command({ text }: { readonly text: string }) {
  const t = useTranslations('collectorFleet.enrol');
  const [copying, setCopying] = useState<'copied' | 'notCopied'>();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopying('copied'),
      () => setCopying('notCopied'),
    );
  };
  return (
    <span className={styles.command}>
      <code>{text}</code>
      <Button variant="quiet" onClick={copy}>
        <output>{t(copying === 'copied' ? 'copied' : 'copy')}</output>
      </Button>
      {copying === 'notCopied' ? <span role="alert">{t('notCopied')}</span> : null}
    </span>
  );
}
