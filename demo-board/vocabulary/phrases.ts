import type { JobType } from '../../shared/words/words.js';

/** Facts of a company with numbers that are not pay: years, heads, funding, turnover. */
export const companyFacts = {
  global: [
    'Founded in {founded}, we are {people} people today and raised a {fundingM} Series {A|B|C} in {2021-2024}.',
    'We are {people} people from {18-44} nations, about {40-65} of them engineers, and we have been profitable since {2017-2023}.',
    'Since {founded} we have grown to {people} colleagues and {revenueM} in yearly revenue, without ever having a ping-pong table.',
    'We process {2-9} billion events a month for more than {12-90},000 customers, with {people} people and two very patient accountants.',
    'Our investors put in {fundingM} in {2020-2024}; we still have most of it.',
    '{12-90},000 customers in {6-31} countries use what we make, and {3-9} of our last {10-12} releases were their idea.',
  ],
  local: [
    'We have been here since {founded}, with {people} colleagues and a turnover of {revenueM} a year.',
    'Founded in {founded}, we are {people} people in {3-12} places, and half of our managers started at the front door.',
    '{people} people work with us, {9-38} of them for more than twenty years. We opened in {founded} and have moved house only once.',
    'Last year {240-1900} people wrote to thank us and {9-80} to complain; we answered all of them by hand.',
    'We are {people} people, founded in {founded}, and last year we put {revenueM} into better buildings and better tools.',
  ],
} as const;

/** How a posting says what kind of contract it is. */
export const jobTypeSentences: Record<JobType, readonly string[]> = {
  'full time': [
    'This is a full-time, permanent position.',
    'Full time, {37-40} hours a week, permanent.',
    'We offer a permanent contract for full-time work.',
  ],
  'part time': [
    'This is a part-time role of {16-28} hours a week.',
    'Part-time, {two|three|four} days a week; we will agree on the days.',
    'The position is part time ({20-28} hours).',
  ],
  contract: [
    'This is a {six|nine|twelve}-month contract, with a good chance of extension.',
    'We are looking for a freelance contractor for {four|six|eight|twelve} months.',
    'Contract role, outside our payroll, for an initial {three|six|nine} months.',
  ],
  temporary: [
    'This is a temporary position that covers parental leave for about {eight|ten|eleven} months.',
    'A temporary, seasonal job from {April|May|October|November} for {three|four|five} months.',
    'The position is temporary and ends after {six|nine} months.',
  ],
  volunteer: [
    'This is an unpaid volunteer role of about {four|six|eight} hours a week; we repay what you spend on travel.',
    'It is a volunteer position: we cannot pay you, but we train you well and feed you often.',
  ],
  internship: [
    'This is a {ten|twelve|sixteen}-week paid internship with a project of your own.',
    'The internship lasts {three|five|six} months; you will have a mentor and real work.',
  ],
};

/** How a posting says where the work is done; `{region}` only where it is remote. */
export const workplaceSentences = {
  'on site': [
    'The work is on site in {city}.',
    'You will work on site at our {city} location.',
    'This is an in-person role in {city}; the work cannot be done from home.',
  ],
  hybrid: [
    'This is a hybrid role: {two|three} days a week in our {city} office, the others where you like.',
    'We work hybrid, with {Tuesday and Thursday|Monday and Wednesday|two days of your choice} in {city}.',
    'Hybrid working is normal here; you would come to our {city} office {one day|two days|three days} a week.',
  ],
  remote: [
    'This is a fully remote role, open to people living in {region}.',
    'You can work remotely from anywhere in {region}; we meet in person twice a year.',
    'The position is 100% remote within {region}.',
  ],
  worldwide: [
    'This is a fully remote role. You can live wherever you like, as long as you overlap with us for three hours a day.',
    'We work remotely, from anywhere in the world.',
  ],
} as const;

/** How pay is said in a running text, and what is said beside a range. */
export const paySentences = [
  'The salary for this role is {pay}, depending on experience.',
  'We pay {pay}.',
  'Pay: {pay}.',
  'What you will earn: {pay}, reviewed every spring.',
  'The pay range for this position is {pay}; where you start depends on what you bring.',
] as const;

/** What it is like to work somewhere. */
export const workingHere = {
  desk: [
    'We plan in cycles of six weeks, write more than we meet, and keep our calendars open to each other.',
    'Decisions are made by the people who will live with them, and written down where everybody can read them.',
    'You will have a colleague at your side for the first {30|60|90} days, whose job it is to answer every question twice.',
    'Our meetings start on time, have an end, and may be declined without a reason.',
    'People of {22|24|26} to {61|63|66} work here, many with children, some with goats. We go home at six.',
    'Teams are small and stay together for a year or longer, long enough to disagree well.',
    'We measure a few things carefully and talk about the rest.',
  ],
  floor: [
    'You will be shown everything by somebody who does it well, and nobody will send you in alone before you are ready.',
    'We meet for ten minutes before each shift, say what is different today, and get on with it.',
    'Breaks are breaks. There is a room for them, with a window, a kettle and no announcements.',
    'Most of our supervisors began in the job they now supervise, and they still know how hard the floor is.',
    'Equipment that is broken is mended this week and not next year; we have a board for it and it is nearly empty.',
    'We are a mixed crew from {11-27} countries, between 18 and {61-67}, and we eat together on Fridays.',
    'Whoever sees something unsafe stops the work. Nobody here has ever been scolded for that.',
  ],
} as const;

/** For those who lead: what they do and what they need, beside the work of their field. */
export const leadership = {
  about: [
    'You will lead {field} at {company}: {14-70} people, a budget of {budgetM} and a seat at the table where things are decided.',
    'We need somebody who has led {field} before, liked it, and can say what they would do differently.',
    'You will report to {the chief executive|our founders|the board} and be judged by how well your people do.',
  ],
  duties: [
    'Set a direction for {field} that fits on one page and survives a bad quarter.',
    'Hire, grow and keep leaders who are better than you at something.',
    'Own a budget of {budgetM} and be able to explain every tenth of it.',
    'Make {company} a place where bad news travels fast.',
    'Speak for {field} with the board, with {customers} and with candidates.',
    'Build a plan for {12-36} months and the habits that keep it honest.',
  ],
  needs: [
    '{8-15} years in the field, {four|five|six} of them leading leaders.',
    'A record of teams that did their best work with you and said so.',
    'Commercial sense and clean judgement under pressure.',
    'You can be wrong in public.',
  ],
} as const;

/** For interns: they learn, and need not have done it before. */
export const internship = {
  about: [
    'You will spend your time with the {team} team on work that matters, with a mentor who has time for you.',
    'Last year {six|eight|eleven} interns joined {company}; {three|four|five} of them stayed.',
  ],
  duties: [
    'Take a small project from a question to something that others use.',
    'Show your work in a short demo every second Friday.',
    'Shadow colleagues and ask them why.',
  ],
  needs: [
    'You are studying a subject that fits, or have just finished.',
    'Curiosity, and the habit of asking before the third hour.',
    'First steps with {skill}, at university or at home.',
    'Enough English to work with a mixed team.',
  ],
} as const;

/** For volunteers. */
export const volunteering = {
  about: [
    'More than {60-400} volunteers give us a few hours of their week. You would be one of them.',
    'You bring what you know; we bring training, company and soup.',
  ],
  needs: [
    'A few hours a week for at least {three|four|six} months.',
    'Reliability and a kind manner.',
    'Patience with people whose day is going worse than yours.',
    'We ask everybody for two references and a background check.',
  ],
  benefits: [
    'Training before you start and every season.',
    'Travel costs repaid, up to {perk:12} a request.',
    'A supper for all volunteers in {June|September}.',
    'A reference that says what you did.',
  ],
} as const;

/** How a posting ends. */
export const closings = [
  'Apply with a CV and a few lines about why this role. We answer everybody within {five|seven|ten} working days.',
  'Our process has {two|three} conversations and takes about {two|three} weeks. You will meet the people you would work with.',
  '{company} is an equal opportunity employer. We welcome applications from people of every background, age and faith, and make adjustments where they help.',
  'Not sure that you meet every point? Nobody does. If {three|four} of them sound like you, we would like to hear from you.',
  'Please tell us if you need anything to make the interviews work for you; we will arrange it.',
  'We hire for what you can do and check references kindly. No agencies, please.',
] as const;
