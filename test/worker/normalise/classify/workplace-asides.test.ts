import { describe, expect, test } from '@jest/globals';
import { readWorkplace } from '../../../../worker/normalise/classify/workplace.js';

const read = (description: string) =>
  readWorkplace({ stated: [], title: '', description, location: null, hasRemoteRegions: false })?.value ?? null;

describe('a sentence that states the workplace of the job', () => {
  test.each([
    ['Fully Remote', 'remote'],
    ['- Fully remote', 'remote'],
    ['Remote Germany', 'remote'],
    ['India Remote', 'remote'],
    ['Work From Home | Full-Time | Night shift', 'remote'],
    ['#LI-Remote', 'remote'],
    ['This is a full-time, permanent, remote opportunity.', 'remote'],
    ['This is an online, remote contract role.', 'remote'],
    ['This role is remote and the pay depends on where you live.', 'remote'],
    ['For this role you can work anywhere in Canada.', 'remote'],
    ['We are hiring an adjuster to join our team remotely in Ontario.', 'remote'],
    ['This role has been designated as Remote/Teleworker.', 'remote'],
    ['As a surveyor working remote in the US, you meet clients by video.', 'remote'],
    ['Location: Remote (occasional travel as needed)', 'remote'],
    ['Contratação: Remoto - PJ', 'remote'],
    ['You will work remotely from your home office in Ohio.', 'remote'],
    ['This is a remote-eligible position.', 'remote'],
    ['Location: Anywhere in the US', 'remote'],
    ['The role is home-based.', 'remote'],
    ['Telecommute: Yes', 'remote'],
    ['Permanent remote work setup', 'remote'],
    ['We seek a lead to remotely join our water team.', 'remote'],
    ['This position may be performed remotely anywhere within the country.', 'remote'],
    ['## US Remote', 'remote'],
    ['You come into the office at least twice a week.', 'hybrid'],
    [
      'This role is eligible for our hybrid work model: you split your time between working on-site at a plant and off-site.',
      'hybrid',
    ],
    ['All work is performed on site.', 'on site'],
    ["You'll be working 100% remotely.", 'remote'],
    ['Minimum 3 days work from the office is required.', 'hybrid'],
    ['Hybrid remote in Chicago, IL', 'hybrid'],
    ['Work Mode: Work from Office', 'on site'],
    ['This position is based in our Paris office, five days a week.', 'on site'],
    ['This role must be performed on-site.', 'on site'],
    ['#LI-HH1 #LI-Hybrid', 'hybrid'],
    ['Hybrid in-office schedule', 'hybrid'],
    ['This role is hybrid, 1-2 days a week on site and the rest working from home.', 'hybrid'],
    ['A commitment to working on-site at our Oslo office at least three days per week is required.', 'hybrid'],
    ['We work 4 days per week in the office, 1 from home.', 'hybrid'],
    ['50% telecommuting permitted.', 'hybrid'],
    ['We want to speak to candidates who are based in Cork for our hybrid working model.', 'hybrid'],
    ['This role is based in our Leeds HQ and is a 100% in-office role.', 'on site'],
    ['This is a full-time, office-based position in Turin.', 'on site'],
    ['Location: Onsite (5 days per week)', 'on site'],
    ['You are in our office 5 days a week.', 'on site'],
    ['Remote or hybrid work will not be considered.', 'on site'],
  ])('%s', (sentence, workplace) => expect(read(sentence)).toBe(workplace));
});

describe('a sentence that does not', () => {
  test.each([
    ['a condition', 'Unless approved for full remote work, employees spend half of their time in the office.'],
    ['another condition', 'It can be fully remote depending on which state you live in.'],
    ['other jobs', 'Some roles, like those at our depots, require full-time in-office presence.'],
    ['several kinds of jobs', 'Our hybrid roles combine on-site days with the freedom to work remotely.'],
    ['what each job states itself', 'The work style of each role, Hybrid, Remote, or In-Person is in the description.'],
    ['whoever reads it', 'Everybody can contribute, whether they work on-site, in a hybrid model, or fully remotely.'],
    ['a choice of offers', 'Remote or hybrid work options'],
    ['a list', 'Vale refeição (de acordo com o modelo de trabalho: remoto, híbrido ou presencial)'],
    ['a skill', 'Experience of providing support in a fast-paced, fully remote environment.'],
    ['a place that is refused', 'We are unable to accommodate remote work from Hawaii or Alaska.'],
    ['places that are refused', 'We cannot hire remote workers in the following states: Texas.'],
    ['not quite remote', 'Please note: this role is not a fully remote position.'],
    ['a month of the year', 'Flexibility: work from anywhere for one month per year.'],
    ['weeks of the year', 'You have the flexibility to work remotely up to 4 weeks per year.'],
    ['a product', 'We combine advice on travel, remote work, payroll and tax for employers.'],
    ['a mixture of duties', 'This role is a unique hybrid of sales and operations.'],
    ['another mixture', 'This is a hybrid role combining account management and sales.'],
    ['part of a team', 'Half our team is remote.'],
    ['selected days', 'Great views and work from home Fridays.'],
    ['either', 'Lisbon, remote or onsite'],
    ['what is permitted now and then', 'Occasional work from home may be permitted.'],
    ['eligible positions', 'The company supports hybrid work for eligible positions.'],
    ['clients', 'Support the transition to hybrid work for our clients.'],
    ['what may be', 'Remote candidates may be considered.'],
    ['an interview', 'The last interview is in person at our office.'],
    ['days of holiday', 'You have 14 days of paid leave and a home office allowance.'],
  ])('%s', (_, sentence) => expect(read(sentence)).toBeNull());
});

test('what is said of the job goes before what is said of the company', () => {
  expect(read('We operate as a hybrid workplace.\nThis position is fully remote.')).toBe('remote');
  expect(read('We are a remote-first company.\nThis role is on-site in Graz.')).toBe('on site');
  expect(read('We are a remote-first company.')).toBe('remote');
});
