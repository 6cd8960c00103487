import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../../shared/messages/messages.js';

/**
 * A component loaded on first render. Renders nothing until then. On failure, a button reloads the page: some browsers remember a
 * failed import, and a new release has other files.
 */
export function later<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | null = null;
  return function Later(props) {
    const [hasFailed, setFailed] = useState<boolean | null>(null);
    useEffect(() => {
      if (Loaded !== null) return;
      load().then(
        (found) => {
          Loaded = found;
          setFailed(false);
        },
        () => setFailed(true),
      );
    }, []);
    if (Loaded !== null) return <Loaded {...props} />;
    return hasFailed ? <Failed text={say('problem.unreachable')} retry={() => location.reload()} /> : null;
  };
}

/** A load error, with a retry button. */
export const Failed = ({ text, retry, kind }: { text: string; retry: () => void; kind?: string }) => (
  <p class={kind} role="alert">
    {text}{' '}
    <button type="button" class="act" onClick={retry}>
      {say('tryAgain')}
    </button>
  </p>
);
