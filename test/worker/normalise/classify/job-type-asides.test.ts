import { describe, expect, test } from '@jest/globals';
import { readJobType } from '../../../../worker/normalise/classify/job-type.js';

const read = (description: string) => readJobType({ stated: [], title: '', description })?.value ?? null;
const inTitle = (title: string) => readJobType({ stated: [], title, description: '' })?.value ?? null;

describe('a sentence that states the engagement', () => {
  test.each([
    ['Part-Time (Approximately 20 hours per week)', 'part time'],
    ['Work From Home | Full-Time | AU Hours', 'full time'],
    ['The base salary range for this full-time position in Lima is $10 to $20.', 'full time'],
    ['Regular attendance at work on a full-time schedule is expected.', 'full time'],
    ['Working hours: 37.5 hours per week', 'full time'],
    ['A full-time, office-based position in our new studio.', 'full time'],
    ['El contrato será indefinido, con horario flexible.', 'full time'],
    ['Contratação CLT.', 'full time'],
    ['Job Mode: Full-time', 'full time'],
    ['Full-Time/Part-Time: Full-Time', 'full time'],
    ['Employee Type: Regular', 'full time'],
    ['Full-time (40 hours per week), Monday to Friday', 'full time'],
    ["You'll be joining us full-time.", 'full time'],
    ['CDI - Temps plein - Paris', 'full time'],
    ['#full-time', 'full time'],
    ['Commitment: 10-15 hours per week', 'part time'],
    ['Part-time, 20-25 hours per week', 'part time'],
    ['Employment Type: FULL_TIME', 'full time'],
    ['Ab sofort in Vollzeit', 'full time'],
    ['12-month FTC', 'contract'],
    ['Contract, full-time, 6 months', 'contract'],
    ['Initial 3-month contract with the possibility to extend', 'contract'],
    ['This is a 12-month maternity leave cover.', 'temporary'],
    ['Contract-to-hire', 'contract'],
    ['This is a fixed-term position until December.', 'temporary'],
    ['Maternity cover until June', 'temporary'],
    ['Internship duration: 6 months', 'internship'],
    ['Contratação: Remoto - PJ', 'contract'],
    ['*This is a W2 contract through September.', 'contract'],
    ['As an independent contractor, you are paid for each visit.', 'contract'],
    ['This opportunity is offered on a contractor basis.', 'contract'],
    ['These are the key aspects of a freelance planner role.', 'contract'],
    ['Role Type: Contractor', 'contract'],
    ['Over the course of your internship you will see three teams.', 'internship'],
    ['As a software engineering intern, you will learn from us.', 'internship'],
  ])('%s', (sentence, type) => expect(read(sentence)).toBe(type));
});

describe('a sentence that does not', () => {
  test.each([
    ['the place', 'Please note that the location listed for this role is temporary.'],
    ['the right to work', 'Applicants must be authorized to work in the country on a full-time basis.'],
    ['benefits', 'For full-time employment this includes a pension.'],
    ['other people', 'All full-time employees are eligible for the plan.'],
    ['several jobs', 'We offer both full and part-time career opportunities.'],
    ['an alternative', 'Driving is a great alternative to part-time, full-time and seasonal opportunities.'],
    ['readers in general', 'A good gig for anyone looking for seasonal or summer work.'],
    ['a negation', 'We are currently not hiring associate/intern level therapists.'],
    ['a former job', 'Perhaps you are stepping back from a full-time executive role.'],
    ['experience', 'At least five years of full-time professional experience.'],
    ['other engagements', 'We have 300 full-time employees and 50 contractors.'],
    ['the reader', 'You might be a freelancer, an agency or a start-up founder.'],
    ['another country', 'Permanent residents are preferred.'],
    ['often', 'Schedule: regular travel to our sites'],
    ['business', '- B2B'],
    ['what may follow', 'The project may lead to a permanent position.'],
  ])('%s', (_, sentence) => expect(read(sentence)).toBeNull());
});

describe('a title', () => {
  test.each([
    ['Security Analyst Contractor', 'contract'],
    ['Contract Talent Acquisition Partner', 'contract'],
    ['General Contractor', null],
    ['Java Developer (C2C)', 'contract'],
    ['Engineer, C2C Services', null],
    ['2027 Summer Analyst', 'internship'],
    ['Internships - 2027', 'internship'],
    ['Stage - Chef de projet', 'internship'],
    ['Marketing stage (februari)', 'internship'],
    ['STAGES Cycling Instructor', null],
    ['Late Stage Investor', null],
    ['Seasonal Brand Campaigns Manager', null],
    ['Temporal Server Engineer', null],
    ['Head of CDD and KYC', null],
    ['Vendeur CDD 6 mois', 'temporary'],
    ['Great alternative to part-time and seasonal work', null],
    ['Koch in Teilzeit', 'part time'],
    ['Buchhalter Vollzeit, unbefristet', 'full time'],
    ['Verkäufer Voll- oder Teilzeit', 'full time'],
    ['Kellner 20 Std./Woche', 'part time'],
    ['Elektriker 38,5 Stunden', 'full time'],
    ['24 Stunden Betreuung', null],
    ['Sachbearbeiter 80-100%', 'full time'],
    ['Pflegefachperson 60-80%', 'part time'],
    ['Verpleegkundige 32-40 uur', 'full time'],
    ['Account Executive (100% Remote)', null],
    ['Sales (travel 50%)', null],
    ['Dietitian FT - Ohio', 'full time'],
  ])('%s', (title, type) => expect(inTitle(title)).toBe(type));
});
