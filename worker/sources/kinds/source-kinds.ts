import { explainAnswer } from '../parse/closed-page.js';
import type { SourceKind } from '../source.js';
import { feed } from './feed.js';
import { mailbox } from './mailbox.js';
import { adzuna } from './services/adzuna.js';
import { arbeitnow } from './services/arbeitnow.js';
import { franceTravail } from './services/france-travail.js';
import { getonbrd } from './services/getonbrd.js';
import { gupy } from './services/gupy.js';
import { himalayas } from './services/himalayas.js';
import { hnHiring } from './services/hn-hiring.js';
import { jobicy } from './services/jobicy.js';
import { jobtech } from './services/jobtech.js';
import { jooble } from './services/jooble.js';
import { leForem } from './services/le-forem.js';
import { mycareersfuture } from './services/mycareersfuture.js';
import { reed } from './services/reed.js';
import { reliefweb } from './services/reliefweb.js';
import { remoteok } from './services/remoteok.js';
import { remotive } from './services/remotive.js';
import { teachingVacancies } from './services/teaching-vacancies.js';
import { themuse } from './services/themuse.js';
import { usajobs } from './services/usajobs.js';
import { weworkremotely } from './services/weworkremotely.js';
import { site } from './site.js';
import { siteKinds } from './site-presets.js';
import { adp } from './systems/adp.js';
import { almacareer } from './systems/almacareer.js';
import { applicantpro } from './systems/applicantpro.js';
import { ashby } from './systems/ashby.js';
import { avature } from './systems/avature.js';
import { bamboohr } from './systems/bamboohr.js';
import { beisen } from './systems/beisen.js';
import { breezy } from './systems/breezy.js';
import { comeet } from './systems/comeet.js';
import { cornerstone } from './systems/cornerstone.js';
import { deel } from './systems/deel.js';
import { dvinci } from './systems/dvinci.js';
import { eightfold } from './systems/eightfold.js';
import { gem } from './systems/gem.js';
import { greenhouse } from './systems/greenhouse.js';
import { gupyBoard } from './systems/gupy-board.js';
import { hibob } from './systems/hibob.js';
import { hirehive } from './systems/hirehive.js';
import { hrManager } from './systems/hr-manager.js';
import { jazzhr } from './systems/jazzhr.js';
import { jibe } from './systems/jibe.js';
import { jobscore } from './systems/jobscore.js';
import { jobylon } from './systems/jobylon.js';
import { join } from './systems/join.js';
import { lever } from './systems/lever.js';
import { manatal } from './systems/manatal.js';
import { oracle } from './systems/oracle.js';
import { paylocity } from './systems/paylocity.js';
import { personio } from './systems/personio.js';
import { personioJson } from './systems/personio-json.js';
import { phenom } from './systems/phenom.js';
import { pinpoint } from './systems/pinpoint.js';
import { polymer } from './systems/polymer.js';
import { prospective } from './systems/prospective.js';
import { recruitee } from './systems/recruitee.js';
import { recruiterbox } from './systems/recruiterbox.js';
import { rippling } from './systems/rippling.js';
import { smartrecruiters } from './systems/smartrecruiters.js';
import { softgarden } from './systems/softgarden.js';
import { successfactors } from './systems/successfactors.js';
import { teamtailor } from './systems/teamtailor.js';
import { traffit } from './systems/traffit.js';
import { ukg } from './systems/ukg.js';
import { umantis } from './systems/umantis.js';
import { welcomekit } from './systems/welcomekit.js';
import { workable } from './systems/workable.js';
import { workday } from './systems/workday.js';
import { zohoRecruit } from './systems/zoho-recruit.js';

const kinds: readonly SourceKind[] = [
  greenhouse,
  lever,
  ashby,
  smartrecruiters,
  workable,
  recruitee,
  personio,
  teamtailor,
  bamboohr,
  workday,
  pinpoint,
  breezy,
  oracle,
  ukg,
  rippling,
  gem,
  applicantpro,
  eightfold,
  jazzhr,
  join,
  paylocity,
  personioJson,
  phenom,
  polymer,
  softgarden,
  successfactors,
  zohoRecruit,
  ...siteKinds,
  avature,
  comeet,
  dvinci,
  gupyBoard,
  hibob,
  hirehive,
  hrManager,
  jibe,
  jobscore,
  jobylon,
  manatal,
  recruiterbox,
  traffit,
  welcomekit,
  adp,
  almacareer,
  beisen,
  cornerstone,
  deel,
  prospective,
  umantis,
  arbeitnow,
  remotive,
  remoteok,
  himalayas,
  jobicy,
  themuse,
  weworkremotely,
  hnHiring,
  usajobs,
  jobtech,
  gupy,
  getonbrd,
  leForem,
  mycareersfuture,
  reliefweb,
  teachingVacancies,
  adzuna,
  jooble,
  reed,
  franceTravail,
  site,
  feed,
  mailbox,
];

/** Every kind of source that this service can read: applicant-tracking systems, open aggregators, and any site or feed. */
export const sourceKinds: readonly SourceKind[] = kinds.map((kind) => ({
  ...kind,
  parse(response, request, settings) {
    try {
      return kind.parse(response, request, settings);
    } catch (error) {
      throw explainAnswer(error, response, request);
    }
  },
}));

const byName = new Map(sourceKinds.map((kind) => [kind.kind, kind]));
if (byName.size !== sourceKinds.length) throw new Error('Two kinds of source share a name.');

/** The kind of this name, or `undefined`. */
export function kindNamed(name: string): SourceKind | undefined {
  return byName.get(name);
}
