import type { SourceKind } from '../source.js';
import { adzuna } from './adzuna.js';
import { arbeitnow } from './arbeitnow.js';
import { ashby } from './ashby.js';
import { bamboohr } from './bamboohr.js';
import { breezy } from './breezy.js';
import { feed } from './feed.js';
import { greenhouse } from './greenhouse.js';
import { himalayas } from './himalayas.js';
import { hnHiring } from './hn-hiring.js';
import { jobicy } from './jobicy.js';
import { lever } from './lever.js';
import { personio } from './personio.js';
import { pinpoint } from './pinpoint.js';
import { recruitee } from './recruitee.js';
import { remoteok } from './remoteok.js';
import { remotive } from './remotive.js';
import { getonbrd } from './services/getonbrd.js';
import { gupy } from './services/gupy.js';
import { jobtech } from './services/jobtech.js';
import { leForem } from './services/le-forem.js';
import { mycareersfuture } from './services/mycareersfuture.js';
import { reliefweb } from './services/reliefweb.js';
import { teachingVacancies } from './services/teaching-vacancies.js';
import { site } from './site.js';
import { siteKinds } from './site-presets.js';
import { smartrecruiters } from './smartrecruiters.js';
import { applicantpro } from './systems/applicantpro.js';
import { comeet } from './systems/comeet.js';
import { dvinci } from './systems/dvinci.js';
import { eightfold } from './systems/eightfold.js';
import { gem } from './systems/gem.js';
import { gupyBoard } from './systems/gupy-board.js';
import { hirehive } from './systems/hirehive.js';
import { hrManager } from './systems/hr-manager.js';
import { jazzhr } from './systems/jazzhr.js';
import { jibe } from './systems/jibe.js';
import { jobscore } from './systems/jobscore.js';
import { join } from './systems/join.js';
import { manatal } from './systems/manatal.js';
import { oracle } from './systems/oracle.js';
import { paylocity } from './systems/paylocity.js';
import { personioJson } from './systems/personio-json.js';
import { phenom } from './systems/phenom.js';
import { polymer } from './systems/polymer.js';
import { recruiterbox } from './systems/recruiterbox.js';
import { rippling } from './systems/rippling.js';
import { softgarden } from './systems/softgarden.js';
import { successfactors } from './systems/successfactors.js';
import { traffit } from './systems/traffit.js';
import { ukg } from './systems/ukg.js';
import { welcomekit } from './systems/welcomekit.js';
import { zohoRecruit } from './systems/zoho-recruit.js';
import { teamtailor } from './teamtailor.js';
import { themuse } from './themuse.js';
import { usajobs } from './usajobs.js';
import { weworkremotely } from './weworkremotely.js';
import { workable } from './workable.js';
import { workday } from './workday.js';

/** Every kind of source that this service can read: applicant-tracking systems, open aggregators, and any site or feed. */
export const sourceKinds: readonly SourceKind[] = [
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
  comeet,
  dvinci,
  gupyBoard,
  hirehive,
  hrManager,
  jibe,
  jobscore,
  manatal,
  recruiterbox,
  traffit,
  welcomekit,
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
  site,
  feed,
];

const byName = new Map(sourceKinds.map((kind) => [kind.kind, kind]));
if (byName.size !== sourceKinds.length) throw new Error('Two kinds of source share a name.');

/** The kind of this name, or `undefined`. */
export function kindNamed(name: string): SourceKind | undefined {
  return byName.get(name);
}
