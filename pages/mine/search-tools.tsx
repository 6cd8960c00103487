import { useState } from 'preact/hooks';
import { say } from '../../shared/messages/messages.js';
import { isPlainPress, type Press } from '../components/job-card.js';
import { timeZoneHere } from '../lib/format.js';
import type { MyJobs } from './my-jobs.js';

/** Actions on a search: save it, get its new jobs by mail, follow it in a feed reader, see what its jobs pay. */
type SavedProps = { address: string; name: string; mine: MyJobs };

export function SaveSearch({ address, name, mine }: SavedProps) {
  const isSaved = mine.search(address) !== undefined;
  const toggle = (): void =>
    isSaved ? mine.removeSearch(address) : mine.saveSearch({ address, name, visitedAt: new Date().toISOString() });
  return (
    <button type="button" class="act mine" aria-pressed={isSaved} onClick={toggle}>
      {say(isSaved ? 'tools.saved' : 'tools.save')}
    </button>
  );
}

/** The page for receiving new jobs of a search by mail. */
export function alertOf(address: string): string {
  const parameters = new URLSearchParams(address);
  parameters.set('timeZone', timeZoneHere());
  return `/alerts?${parameters}`;
}

type FurtherProps = { address: string; currency: string; hasAlerts: boolean };

/** More actions on a search, below its list. */
export const FurtherTools = ({ address, currency, hasAlerts }: FurtherProps) => (
  <p class="further">
    {hasAlerts && <a href={alertOf(address)}>{say('tools.alert')}</a>}
    <a href={`/salaries${address}&currency=${currency}`}>{say('tools.pay')}</a>
    <FeedLink address={address} />
  </p>
);

/** The address of a search's feed, newest first. */
function feedOf(address: string): string {
  const parameters = new URLSearchParams(address);
  parameters.delete('page');
  parameters.set('sortBy', 'recent');
  parameters.set('limit', '50');
  return `/api/jobs/feed?${parameters}`;
}

/** Copies the feed's address, because browsers would show XML; if copying is not allowed, the link opens it. */
export function FeedLink({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (event: Press & { currentTarget: HTMLAnchorElement }): void => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    navigator.clipboard.writeText(href).then(
      () => setCopied(true),
      () => location.assign(href),
    );
  };
  return (
    <a href={feedOf(address)} title={say('feed.about')} onClick={copy}>
      {say(isCopied ? 'feed.copied' : 'feed.copy')}
    </a>
  );
}
