/** Where a person's searches and jobs are kept. */
export type MineStorage = {
  /** What is kept; `null` = nothing, or nothing can be. */
  read(): string | null;
  /** Keeps a text; false when it cannot be kept. */
  write(text: string): boolean;
  /** Calls when something else has changed what is kept: another tab. */
  onChange(changed: () => void): void;
};

const key = 'my-jobs';

/** This browser's own storage, which a private window or a full disk may refuse. */
export const browserStorage: MineStorage = {
  read() {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(text) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
  onChange(changed) {
    addEventListener('storage', (event) => {
      if (event.key === key) changed();
    });
  },
};
