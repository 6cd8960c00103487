/** The boards as sites: their names, paths and colours. */
export const sites = {
  index: { name: 'Demo board', home: '/', motto: 'Three job boards, one port', hue: 215 },
  greenhouse: {
    name: 'Northwind Talent',
    home: '/greenhouse/northwind',
    motto: 'A marketplace of employers',
    hue: 155,
  },
  careers: { name: 'Fairhaven Jobs', home: '/careers/jobs', motto: 'Work worth getting up for', hue: 265 },
  spa: { name: 'Skylark', home: '/spa/jobs', motto: 'Openings, the moment they appear', hue: 22 },
} as const;
