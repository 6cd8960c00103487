import { describe, expect, test } from '@jest/globals';
import { evidenceAtMost } from '../../../../shared/search/stated-facts.js';
import { readStatedFacts } from '../../../../worker/normalise/requirements/stated-facts.js';
import { gazetteer } from '../../lib/made-jobs.js';

const read = (description: string, more: Partial<Parameters<typeof readStatedFacts>[0]> = {}) =>
  readStatedFacts(
    { title: 'Cook', description, company: null, workplace: null, remoteRegions: [], ...more },
    gazetteer,
  );

describe('visa sponsorship', () => {
  test.each([
    ['We sponsor visas for this position.', true],
    ['Visa sponsorship is available for the right candidate.', true],
    ['This is a visa sponsored position.', true],
    ['We offer visa and relocation support to people who move to Oslo.', true],
    ['We are unable to provide visa sponsorship at this time.', false],
    ['Applicants must be authorized to work in the U.S. without sponsorship now or in the future.', false],
    ['This position is not eligible for sponsorship.', false],
    ['We do sponsor visas! However, we are not able to successfully sponsor visas for every role.', true],
    ['Will you now or in the future require visa sponsorship?', undefined],
    ['You liaise with the sponsors of clinical trials.', undefined],
    ['You must have the right to work in Kenya.', undefined],
    ['Experience with Visa, Mastercard and SEPA payments.', undefined],
  ])('"%s" → %s', (text, expected) => {
    expect(read(text)?.visaSponsorship).toBe(expected);
  });
});

describe('security clearance', () => {
  test.each([
    ['Must hold an active Secret clearance.', true],
    ['Ability to obtain and maintain a DoD security clearance.', true],
    ['Candidate must possess a Tier 2 Public Trust from any federal agency.', true],
    ['No security clearance is required.', false],
    ['An active TS/SCI clearance is a plus.', undefined],
    ['You prepare customs clearance documents.', undefined],
  ])('"%s" → %s', (text, expected) => {
    expect(read(text)?.securityClearance).toBe(expected);
  });
});

describe('degree', () => {
  test.each([
    ["Bachelor's degree in computer science or a related field", 'bachelor'],
    ['BS/MS in Computer Science or equivalent', 'bachelor'],
    ["Bachelor's degree required; Master's preferred", 'bachelor'],
    ["Diplômé d'une école de commerce", 'master'],
    ['High school diploma or GED', 'school'],
    ['Education: University/college', 'bachelor'],
    ['A GED is required', 'school'],
    ['Participation aux projets : innovations IT, GED, audit', undefined],
    ["Master's or PhD in statistics", 'master'],
    ["Master's or PhD degree in Statistics", 'master'],
    ['University degree (chemistry or pharmacy is preferred)', 'bachelor'],
    ["Bachelor's degree (preferred)", undefined],
    ["A Bachelor's degree in Computer Science plus 2 years of experience", 'bachelor'],
    ['PhD in chemistry', 'doctorate'],
    ['High school diploma or GED required.', 'school'],
    ['A degree is not required for this role.', 'none'],
    ["Bachelor's degree preferred but not required.", 'none'],
    ['Abgeschlossenes Studium der Informatik oder eine vergleichbare Ausbildung zum Fachinformatiker', 'vocational'],
    ["Bachelor's or Master's degree preferred", undefined],
    ['BS, MS or PhD in physics preferred', undefined],
    ["Bachelor's degree, Master's degree preferred", 'bachelor'],
    ["Bachelor's degree in nursing, experience in pediatrics preferred", 'bachelor'],
    ["Bachelor's degree in accounting, 3 years of experience, CPA a plus", 'bachelor'],
    ['Diplomado/a en Enfermería', 'bachelor'],
    ['Diplomada en Trabajo Social con experiencia', 'bachelor'],
    ['Un diplomado en marketing digital', undefined],
    ["Bachelor's degree in marketing, business or related experience preferred", undefined],
    ['Graduate of BS Accountancy or a related course', 'bachelor'],
    ['Graduate of BS Chemistry, Biology or other related courses Certified Analysts (CA) are preferred', 'bachelor'],
    ['Education: any degree', 'bachelor'],
    ["Preferred qualifications:\n- Master's degree in physics", undefined],
    ['You are pursuing a B.S. degree in engineering.', undefined],
    ['Tuition reimbursement for a bachelor’s degree', undefined],
    ['A high degree of autonomy and 360-degree feedback', undefined],
    ['A full UK driving licence and two years of experience', undefined],
    ["Bachelor's degree, preferably in marketing", 'bachelor'],
    ['Abgeschlossenes Hochschulstudium, idealerweise im Maschinenbau', 'bachelor'],
    ['Kein Studium erforderlich.', 'none'],
    ['De formation Bac+5 ou diplôme d’ingénieur', 'master'],
    ['Titulaire du CAP cuisine ou d’un bac pro', 'vocational'],
    ['Vous n’avez plus à prouver vos compétences (Bac+4/5)', 'bachelor'],
    ['Un BTS serait un plus.', undefined],
    ['Les diplômes nous importent peu.', 'none'],
    ['Técnico superior o licenciatura en contaduría', 'associate'],
    ['Título universitario en Derecho, con un máster en fiscalidad (preferiblemente)', 'bachelor'],
    ['Ensino superior completo em engenharia', 'bachelor'],
    ['Diferenciais\nPós-graduação em dados', undefined],
    ['Laurea magistrale in ingegneria', 'master'],
    ['Üniversitelerin Makine Mühendisliği bölümünden mezun', 'bachelor'],
    ['Tercihen yüksekokul mezunu', undefined],
    ['Pendidikan minimal S1 Akuntansi', 'bachelor'],
    ['Tốt nghiệp Đại học chuyên ngành kế toán', 'bachelor'],
    ['Tốt nghiệp Đại học về kinh tế, tối thiểu 2 năm kinh nghiệm, ưu tiên trong lĩnh vực ngân hàng', 'bachelor'],
    ['Ưu tiên ứng viên tốt nghiệp đại học', undefined],
    ['Bằng cấp: Cao đẳng', 'associate'],
    ['학력: 전문학사 이상', 'associate'],
    ['관련 전공 석사 이상', 'master'],
    ['학력무관', 'none'],
    ['우대사항\n석사 학위 소지자', undefined],
  ])('"%s" → %s', (text, expected) => {
    expect(read(text)?.degree).toBe(expected);
  });
});

describe('years of experience', () => {
  test.each([
    ['3+ years across records or stock systems', { min: 3, max: null }],
    ['5+ years of experience with Go', { min: 5, max: null }],
    ['3-5 years of professional experience in sales', { min: 3, max: 5 }],
    ['Minimum of four (4) years in testing', { min: 4, max: null }],
    ['At least two years’ experience as a chef', { min: 2, max: null }],
    ['8+ years of software engineering experience.\n3+ years of experience leading teams.', { min: 8, max: null }],
    ['Mindestens 3 Jahre Berufserfahrung', { min: 3, max: null }],
    ['Mehrjährige Berufserfahrung, mindestens drei Jahre', { min: 3, max: null }],
    ['Vous justifiez d’une expérience de 5 ans minimum.', { min: 5, max: null }],
    ['Une première expérience d’au moins 2 ans', { min: 2, max: null }],
    ['Expérience exigée : 1 an', { min: 1, max: null }],
    ['Vous avez plus de 5 ans d’expérience.', { min: 5, max: null }],
    ['Notre directeur, fort de plus de 20 ans d’expérience', undefined],
    ['Experiencia mayor a 5 años en cargos similares', { min: 5, max: null }],
    ['Un año de experiencia general', { min: 1, max: null }],
    ['Experiência desejável: 06 anos no mercado', undefined],
    ['En az 3 yıllık deneyimi olan', { min: 3, max: null }],
    ['Pengalaman sebagai kasir 1-2 tahun', { min: 1, max: 2 }],
    ['Usia minimal 18 tahun, pengalaman tidak diperlukan', undefined],
    ['Tối thiểu 5 năm kinh nghiệm', { min: 5, max: null }],
    ['Tối thiểu 2 năm làm kế toán', { min: 2, max: null }],
    ['Minimum 4 yearsof experience in payroll', { min: 4, max: null }],
    ["Bachelor's degree and 5 years of experience, or Master's and 3 years.", { min: 3, max: null }],
    ['Expérience requise : moins de 1 an', undefined],
    ['백엔드 개발 경력 2년 이상', { min: 2, max: null }],
    ['3년 이하의 개발 경험', undefined],
    ['10년 이상 경력자 비율이 높아요', undefined],
    ['Experienced in a similar position or as a tax consultant for at least 2 years', { min: 2, max: null }],
    ['1 - 1.5 years of experience as an analyst', { min: 1, max: 2 }],
    ['Have experience of maximum 3 years', undefined],
    ['We have 20 years of experience in logistics.', undefined],
    ['Somos una empresa en crecimiento y pedimos 3 años de experiencia.', { min: 3, max: null }],
    ['Somos un equipo con 20 años de experiencia.', undefined],
    ['Siamo alla ricerca di un contabile con 3 anni di esperienza.', { min: 3, max: null }],
    ["Siamo un'azienda con 20 anni di esperienza.", undefined],
    ['Jesteśmy z Krakowa i szukamy osoby, która ma 3 lata doświadczenia.', { min: 3, max: null }],
    ['You are at least 18 years old.', undefined],
    ['25 days of paid holiday, 30 after 5 years', undefined],
    ['5+ years of experience with Go preferred', undefined],
    ['Nice to have:\n2+ years of experience with Rust', undefined],
    ['Apply even if you lack some of the preferred skills. - 3+ years of experience with Go', { min: 3, max: null }],
    ['Preferred skills - 3+ years of experience with Go', undefined],
    ['Pay Range: 1 to 2\nExperience Required: 6+ years\n5+ years of experience with Go', { min: 6, max: null }],
    ['Option 1: a degree and 5 years of experience in sales.Option 2: 7 years of experience.', { min: 5, max: null }],
  ])('"%s" → %j', (text, expected) => {
    expect(read(text)?.yearsOfExperience).toEqual(expected);
  });
});

describe('employer or agency', () => {
  test.each([
    ['Qwerty is partnering with a large organisation who is changing its kitchens.', 'agency'],
    ['Qwerty is partnering with a local bakery.', undefined],
    ['We do not accept unsolicited resumes from recruitment agencies.', 'employer'],
    ['No agencies please.', 'employer'],
    ['We are hiring on behalf of one of our clients, a bakery.', 'agency'],
    ['Our client is looking for a chef.', 'agency'],
    ['As a leading bakery, my client is looking for a chef.', 'agency'],
    ['I help my client with looking after their garden.', undefined],
    ['For one of our clients, a mill in Leeds, we are looking for a fitter.', 'agency'],
    ['You present results to our clients.', undefined],
    ['You work with creative agencies and recruiters.', undefined],
    ['Qwerty Talent is recruiting on behalf of its client, a mill in Leeds.', 'agency'],
    ['Für unseren Kunden, eine Brauerei in Kassel, suchen wir einen Elektriker.', 'agency'],
    ['Wir suchen für unseren Mandanten einen Buchhalter.', 'agency'],
    ['Unser Auftraggeber sucht zur Verstärkung einen Techniker.', 'agency'],
    ['Le cabinet Qwerty recherche pour son client, une brasserie, un comptable.', 'agency'],
    ['Notre client, spécialisé dans le transport, recrute un cariste.', 'agency'],
    ['Para importante cliente del sector seleccionamos un contable.', 'agency'],
    ['Per azienda cliente ricerchiamo un magazziniere.', 'agency'],
    ['Voor onze opdrachtgever zoeken wij een chauffeur.', 'agency'],
    ['Dla naszego klienta poszukujemy księgowej.', 'agency'],
    ["Notre client est l'expert mondial des brasseries.", 'agency'],
    ['Qwerty is partnering with a brewery in Leeds to recruit a chef.', 'agency'],
    ['We are approved recruitment partners for the council.', 'agency'],
    ['We are partnering with a brewery to build a new plant.', undefined],
    ['Unser Kunde ist König.', undefined],
    ['Für unsere Kunden suchen wir die beste Lösung.', undefined],
    ['Unsere Kunden sind führende Brauereien.', undefined],
    ['You negotiate on behalf of our clients with insurers.', undefined],
    ['Prepare claims on behalf of its clients and members.', undefined],
    ['Notre client est au centre de nos préoccupations.', undefined],
    ['Nous recherchons pour nos clients les meilleures solutions.', undefined],
    ['Nuestro cliente es lo primero.', undefined],
    ['Onze klanten zoeken betrouwbare partners.', undefined],
  ])('"%s" → %s', (text, expected) => {
    expect(read(text)?.postedBy).toBe(expected);
  });

  test.each(['Randstad Nederland', 'Chandler Macleod Group', 'Qwerty Personalservice GmbH', 'Qwerty Intérim'])(
    '"%s" is an agency',
    (company) => {
      expect(read('A job.', { company })?.postedBy).toBe('agency');
    },
  );

  test.each(['Haysville School', 'Brunello Wines', 'Interimobel'])('"%s" is none', (company) => {
    expect(read('A job.', { company })?.postedBy).toBeUndefined();
  });

  test('a company may say it by its name', () => {
    expect(read('A job.', { company: 'Acme Staffing' })).toMatchObject({
      postedBy: 'agency',
      evidence: { postedBy: 'Acme Staffing' },
    });
  });
});

describe('where a remote worker must live', () => {
  const homes = (text: string, workplace: 'remote' | null = 'remote') =>
    read(text, { workplace })?.remoteFrom?.map(
      ({ area, country, region }) => area ?? (region ? `${country}-${region}` : country),
    );

  test.each([
    ['Candidates must be based in Germany or Austria.', ['DE', 'AT']],
    ['You must reside in one of the following states: Ohio, Texas, or Virginia.', ['US-OH', 'US-TX', 'US-VA']],
    ['This position is 100% remote within LatAm.', ['latam']],
    ['Remote (US only)', ['US']],
    ['Our partner is looking for a Photo Editor based in Finland.', ['FI']],
    ['We are looking for a cook to join a kitchen based in Turin.', undefined],
    ['Fully remote from India, aligned to UK business hours', ['IN']],
    ['Work from anywhere in the world.', ['worldwide']],
    ['Headquarters: Denmark, Remote As an engineer you work with our customers.', ['DK']],
    ['Headquarters: Austin, TX URL: acme.example Location: United States (Remote) Reports to: CTO', ['US']],
    ['Headquarters: Denmark, Remote; Sweden, Remote', ['DK', 'SE']],
    ['Headquarters: Lyon, Remote-France Who we are: a maker of bicycles', ['FR']],
    ['Headquarters: Reno, NV or Remote, US About the role', ['US']],
    ['Headquarters: Remote Norway At Acme we build boats', ['NO']],
    ['Headquarters: -REMOTE, USA- For 20 years we have built boats', ['US']],
    ['Headquarters: Utah, USA, Remote As an engineer you travel', ['US-UT']],
    ['Headquarters: Remote As a founder you know this', undefined],
    ['Headquarters: Chile URL: http://acme.example Description: Assistant, B2B SaaS VC (Remote)', undefined],
    ['This Peru-based role can be remote or in our office.', ['PE']],
    ['Remote – LATAM / Full-time / Apply now', ['latam']],
    ['You report to the office in Berlin, Germany.', undefined],
    ['Our team is based in Canada.', undefined],
    ['Acme | Cook | Oslo or REMOTE (Norway only) | Full-time', ['NO']],
    ['Baker FULLY REMOTE full-time contract (US and Canada only)', ['US', 'CA']],
    ['Acme | Cook | Lyon or remote\nWe bake bread.', undefined],
    ['Cooks - REMOTE OK (really)', undefined],
    ['You can work from anywhere in Portugal and we offer good benefits.', ['PT']],
    ['We prefer people in Turin, but we also take remote applicants who live in Italy.', ['IT']],
    ['We prefer that remote applicants live in Italy.', undefined],
  ])('"%s" → %j', (text, expected) => {
    expect(homes(text)).toEqual(expected);
  });

  test.each([
    ['Senior Baker [Remote-US]', ['US']],
    ['Baker - Remote, UK', ['GB']],
    ['Baker (remote, USA)', ['US']],
    ['Baker (Remote Germany)', ['DE']],
    ['Baker (Remote - Peru Only)', ['PE']],
    ['Baker (Remote in the US)', ['US']],
    ['Baker - REMOTE (anywhere in the US)', ['US']],
    ['Baker (Poland based, Remote)', ['PL']],
    ['Baker - Remote US PT/MT', ['US']],
    ['Head of Bread (Central/Eastern US remote)', ['US']],
    ['Baker (Lyon or remote)', undefined],
    ['Baker - No Remote, US', undefined],
    ['Bread VC (Remote)', undefined],
    ['Remote IT Baker', undefined],
    ['Baker (Oslo based)', undefined],
  ])('the title "%s" → %j', (title, expected) => {
    const found = read('We bake bread.', { title });
    expect(found?.remoteFrom?.map(({ area, country }) => area ?? country)).toEqual(expected);
    expect(found?.evidence.remoteFrom).toBe(expected === undefined ? undefined : title);
  });

  test('a job that is not remote has none', () => {
    expect(homes('Candidates must be based in Germany.', null)).toBeUndefined();
  });
});

describe('language', () => {
  test.each([
    ['en', 'You will work with the team on the design of our product and you are responsible for its quality.'],
    ['de', 'Du arbeitest mit dem Team an der Gestaltung unserer Produkte und bist für die Qualität verantwortlich.'],
    [
      'fr',
      'Vous travaillez avec notre équipe sur la conception de nos produits et vous êtes responsable de la qualité.',
    ],
    [
      'es',
      'Trabajarás con el equipo en el diseño de nuestros productos y serás responsable de la calidad de los mismos.',
    ],
    [
      'nl',
      'Je werkt samen met het team aan het ontwerp van onze producten en je bent verantwoordelijk voor de kwaliteit.',
    ],
    ['pl', 'Będziesz pracować z naszym zespołem nad projektami i odpowiadać za jakość oraz rozwój produktów w firmie.'],
    ['ja', '当社のチームと一緒に製品の設計を担当していただきます。'],
    ['ru', 'Вы будете работать с нашей командой над продуктами и отвечать за их качество.'],
  ])('%s', (language, text) => {
    expect(read(text)?.language).toBe(language);
  });

  test('is not known of a few words', () => {
    expect(read('Java, Go, SQL')?.language).toBeUndefined();
  });
});

test('every fact has the sentence that proves it, within its limit', () => {
  const long = `5+ years of experience with ${'many different and demanding things '.repeat(10)}.`;
  const stated = read(`We sponsor visas. ${long}`);
  expect(stated?.evidence.visaSponsorship).toBe('We sponsor visas.');
  expect(stated?.evidence.yearsOfExperience?.length).toBeLessThanOrEqual(evidenceAtMost);
  const { evidence, ...facts } = stated ?? { evidence: {} };
  expect(Object.keys(evidence).sort()).toEqual(Object.keys(facts).sort());
});

test('a posting that states nothing has no facts', () => {
  expect(read('')).toBeUndefined();
});
