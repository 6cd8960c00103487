import { readKnownBoards } from '../../shared/catalogue/known-board.js';
import { askBoard, asSources } from '../catalogue/ask-boards.js';
import { describePlan, many, planReading } from '../catalogue/plan-reading.js';
import { hostOf } from '../sources/fresh-times.js';
import { forEachByHost } from './for-each-by-host.js';
import { withTools } from './open-tools.js';
import { print, showProgress } from './output.js';

/** Boards that are asked at the same time, in all and on one host; each keeps to the pace of its host besides. */
const atOnce = 16;
const perHost = 2;

/** Asks every board of the catalogue for its first page, and lists those to prune. Returns the exit code: 1 when there are any. */
export async function checkCatalogueCommand(): Promise<number> {
  const asked = asSources(readKnownBoards());
  print(describePlan(planReading(asked.flatMap(({ source }) => source ?? []))));
  const counts = { there: 0, gone: 0, failed: 0, unread: 0 };
  await withTools([], async ({ access }) => {
    let done = 0;
    const host = ({ source }: (typeof asked)[number]): string => (source === null ? '' : hostOf(source));
    await forEachByHost(asked, { atOnce, perHost, hostOf: host }, async (each) => {
      const state = await askBoard(each, access);
      counts[state] += 1;
      done += 1;
      showProgress(null);
      if (state === 'gone') print(`gone      ${each.board.name}: ${each.board.board}`);
      if (state === 'unread') print(`not read  ${each.board.name}: ${each.board.board}`);
      showProgress(done, asked.length, each.board.name);
    });
    showProgress(null);
  });
  print(
    `${many(asked.length, 'board')}: ${counts.there} answer, ${counts.gone} are gone, ${counts.failed} could not be asked, ${counts.unread} no kind reads.`,
  );
  return counts.gone + counts.unread > 0 ? 1 : 0;
}
