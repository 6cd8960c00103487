import { html, openingAt, pageOf, type SimulatedKind } from './simulated-kind.js';

type Search = { opportunitySearch: { Top: number; Skip: number } };

/** Systems of large companies. */
export const enterpriseSystems: readonly SimulatedKind[] = [
  {
    kind: 'oracle',
    settings: { tenant: 'acme', region: 'us2', site: 'CX_1', companyName: 'Acme' },
    answer({ path }, board) {
      const facts = { PrimaryLocation: 'Cork, Ireland', JobSchedule: 'Full time', WorkplaceType: null, Unknown: 1 };
      if (path.includes('RequisitionDetails')) {
        const found = openingAt(board, path, /Id="(\d+)"/);
        if (found === null) return { items: [] };
        const { id, title, text } = found;
        const dated = { ExternalPostedStartDate: '2026-10-01T00:00:00+00:00', RequisitionId: id };
        return { items: [{ Title: title, ExternalDescriptionStr: html(text), ...dated, ...facts }] };
      }
      const [, limit, offset] = /limit=(\d+),offset=(\d+)/.exec(path) ?? [];
      const requisitionList = pageOf(board, Number(offset), Number(limit)).map(({ id, title }) => ({
        ...{ Id: String(id), Title: title, PostedDate: '2026-10-01', ...facts, secondaryLocations: [] },
      }));
      return { items: [{ TotalJobsCount: board.openings.length, requisitionList }], hasMore: false };
    },
  },
  {
    kind: 'ukg',
    settings: { tenant: 'ACM1000', board: '0b3b2a1c-8f7e-4f0a-9b6d-2f1e5a4c3d21', companyName: 'Acme' },
    answer({ path, json }, board) {
      const address = { City: 'Cork', State: null, Country: { Name: 'Ireland', Code: 'IRL' } };
      const facts = {
        FullTime: true,
        PostedDate: '2026-10-01T08:00:00Z',
        Locations: [{ LocalizedName: 'Plant', Address: address }],
      };
      if (path.includes('OpportunityDetail')) {
        const found = openingAt(board, path, /opportunityId=(\d+)/);
        if (found === null) return null;
        const detail = { Id: `${found.id}`, Title: found.title, Description: `${html(found.text)} "}"`, ...facts };
        return `<html><script>var opportunity = new US.Opportunity.CandidateOpportunityDetail(${JSON.stringify(detail)}, {});</script></html>`;
      }
      const { Top: size, Skip: from } = (json as Search).opportunitySearch;
      const opportunities = pageOf(board, from, size).map(({ id, title }) => ({ Id: `${id}`, Title: title, ...facts }));
      return { totalCount: board.openings.length, opportunities };
    },
  },
];
