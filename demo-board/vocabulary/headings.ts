/** The parts of a description, in words a company uses for them. */
export type Headings = {
  company: string;
  role: string;
  duties: string;
  needs: string;
  extras: string;
  benefits: string;
  practical: string;
};

/** Headings by style: each company uses one of them. */
export const headingStyles: readonly Headings[] = [
  {
    company: 'About {company}',
    role: 'About the role',
    duties: 'What you will do',
    needs: 'What you bring',
    extras: 'Nice to have',
    benefits: 'What we offer',
    practical: 'Good to know',
  },
  {
    company: 'Who we are',
    role: 'The position',
    duties: 'Responsibilities',
    needs: 'Requirements',
    extras: 'Preferred qualifications',
    benefits: 'Benefits',
    practical: 'Details',
  },
  {
    company: 'The company',
    role: 'Your role',
    duties: 'Your day-to-day',
    needs: 'You have',
    extras: 'Bonus points',
    benefits: 'In return',
    practical: 'The small print',
  },
  {
    company: 'Our story',
    role: 'Why we are hiring',
    duties: 'In this job you will',
    needs: 'We are looking for',
    extras: 'We would be delighted by',
    benefits: 'Perks and benefits',
    practical: 'Where and how',
  },
  {
    company: 'About us',
    role: 'Job summary',
    duties: 'Key duties',
    needs: 'Qualifications',
    extras: 'Desirable',
    benefits: 'What you get',
    practical: 'Terms',
  },
];
