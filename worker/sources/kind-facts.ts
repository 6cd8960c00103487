/** The facts about a kind of source, as data: its addresses, the marks in its pages, its cost, and its evidence. */

/**
 * An address of a kind as a template, `host/path?query`. `{name}` takes a label of the host, a segment of the path or a
 * value of the query as the setting `name`; literal text may surround it (`careers-{company}.icims.com`). `*` takes one
 * and drops it, `#` one of only digits. `[locale]` takes a segment such as `en` or `de-CH` if there is one. A longer
 * path and further query values match too; a template without a path matches every path, and `www.` before the host is
 * ignored. A host `{name}` takes a full host, for systems identified by their paths on companies' own hosts. A
 * placeholder whose name begins with `_` is not written itself. `settings` are written into the entry as well, with
 * `{name}` replaced; `except` are values that no placeholder takes (parts of the system's own addresses), `also` words
 * that it takes although most systems use them for themselves ("hire"). Text that ends up in the entry passes the
 * schema of the kind, so a template may be wider than its settings allow.
 */
export type AddressRule =
  | string
  | {
      address: string;
      settings?: Readonly<Record<string, string>>;
      except?: readonly string[];
      also?: readonly string[];
    };

/**
 * Text in the markup of a page that only this kind writes, for boards on a company's own host. `{name}` in `text` takes letters,
 * digits, `.`, `_` and `-` as the setting `name`. In `settings`, `{host}`, `{origin}` and `{site}` stand for the page's host, its
 * origin and the name of its site (`acme` of jobs.acme.example).
 */
export type PageMark = { text: string; settings?: Readonly<Record<string, string>> };

/**
 * The cost of reading a complete board. `perRequest`: postings per listing request (`all` = every posting, `varies` =
 * the site decides); `details`: each new or changed posting takes one more request.
 */
export type RequestCost = { perRequest: number | 'all' | 'varies'; details: boolean };

/**
 * The evidence for a kind; a row of docs/reference/sources.md. A kind without documentation, a recorded answer or two
 * independent public implementations is not kept.
 */
export type KindEvidence = {
  /**
   * Every request it makes, as `METHOD host/path?query`: `{name}` stands for a setting or a value from an answer, `[…]`
   * encloses optional parts. The tests compare them with the requests of a reading.
   */
  requests: readonly string[];
  /**
   * `documented`: a public interface offered for this purpose, or a standard. `page`: public pages that contain the
   * data. `undocumented`: an undocumented interface that a public page loads.
   */
  access: 'documented' | 'page' | 'undocumented';
  /** Relevant rules of these hosts’ robots.txt, in one sentence; `null`: none is publicly known. */
  robots: string | null;
  /** Addresses of documentation and, in parentheses, of public implementations or recordings compared. */
  basis: readonly string[];
  /** The day it was last compared with them (ISO 8601). */
  compared: string;
  /** Whether a recorded answer of a real board was parsed correctly: completely, in part, or none exists. */
  recording: 'read' | 'in part' | 'none';
};
