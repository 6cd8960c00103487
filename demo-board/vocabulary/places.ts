import { type CountryCode, countries } from './countries.js';

/** A town of the demo boards. */
export type DemoPlace = {
  city: string;
  /** State, province or nation, and its usual short form where people write one. */
  region: string;
  regionCode: string | null;
  country: CountryCode;
  /** Everything a person may search this place by, the larger town next door included. */
  names: readonly string[];
};

type Row = readonly [city: string, regionCode: string | null, region: string, also?: readonly string[]];

/** Towns by country, the larger first. A last list holds local spellings and, for suburbs, the town they belong to. */
export const placesByCountry: Readonly<Record<CountryCode, readonly DemoPlace[]>> = {
  US: towns('US', [
    ['New York', 'NY', 'New York', ['NYC', 'New York City', 'Manhattan']],
    ['San Francisco', 'CA', 'California', ['SF', 'Bay Area']],
    ['Austin', 'TX', 'Texas'],
    ['Seattle', 'WA', 'Washington'],
    ['Chicago', 'IL', 'Illinois'],
    ['Boston', 'MA', 'Massachusetts'],
    ['Los Angeles', 'CA', 'California', ['LA']],
    ['Denver', 'CO', 'Colorado'],
    ['Atlanta', 'GA', 'Georgia'],
    ['Dallas', 'TX', 'Texas'],
    ['Houston', 'TX', 'Texas'],
    ['San Diego', 'CA', 'California'],
    ['Portland', 'OR', 'Oregon'],
    ['Miami', 'FL', 'Florida'],
    ['Raleigh', 'NC', 'North Carolina'],
    ['Washington', 'DC', 'District of Columbia', ['Washington DC', 'Washington, D.C.']],
    ['Minneapolis', 'MN', 'Minnesota'],
    ['Phoenix', 'AZ', 'Arizona'],
    ['Columbus', 'OH', 'Ohio'],
    ['Nashville', 'TN', 'Tennessee'],
    ['Salt Lake City', 'UT', 'Utah'],
    ['Round Rock', 'TX', 'Texas', ['Austin']],
    ['Cambridge', 'MA', 'Massachusetts', ['Boston']],
    ['Oakland', 'CA', 'California', ['San Francisco', 'Bay Area']],
  ]),
  GB: towns('GB', [
    ['London', null, 'England', ['Greater London']],
    ['Manchester', null, 'England'],
    ['Bristol', null, 'England'],
    ['Edinburgh', null, 'Scotland'],
    ['Leeds', null, 'England'],
    ['Birmingham', null, 'England'],
    ['Glasgow', null, 'Scotland'],
    ['Cambridge', null, 'England'],
    ['Cardiff', null, 'Wales'],
    ['Salford', null, 'England', ['Manchester']],
  ]),
  DE: towns('DE', [
    ['Berlin', null, 'Berlin'],
    ['Munich', null, 'Bavaria', ['München', 'Bayern']],
    ['Hamburg', null, 'Hamburg'],
    ['Cologne', null, 'North Rhine-Westphalia', ['Köln', 'Nordrhein-Westfalen', 'NRW']],
    ['Frankfurt am Main', null, 'Hesse', ['Frankfurt', 'Hessen']],
    ['Stuttgart', null, 'Baden-Württemberg'],
    ['Leipzig', null, 'Saxony', ['Sachsen']],
    ['Potsdam', null, 'Brandenburg', ['Berlin']],
  ]),
  CA: towns('CA', [
    ['Toronto', 'ON', 'Ontario', ['GTA']],
    ['Vancouver', 'BC', 'British Columbia'],
    ['Montreal', 'QC', 'Quebec', ['Montréal', 'Québec']],
    ['Calgary', 'AB', 'Alberta'],
    ['Mississauga', 'ON', 'Ontario', ['Toronto', 'GTA']],
  ]),
  IN: towns('IN', [
    ['Bengaluru', null, 'Karnataka', ['Bangalore']],
    ['Hyderabad', null, 'Telangana'],
    ['Pune', null, 'Maharashtra'],
    ['Mumbai', null, 'Maharashtra', ['Bombay']],
  ]),
  NL: towns('NL', [
    ['Amsterdam', null, 'North Holland', ['Noord-Holland']],
    ['Rotterdam', null, 'South Holland', ['Zuid-Holland']],
    ['Utrecht', null, 'Utrecht'],
    ['Eindhoven', null, 'North Brabant', ['Noord-Brabant']],
    ['Haarlem', null, 'North Holland', ['Amsterdam', 'Noord-Holland']],
  ]),
  FR: towns('FR', [
    ['Paris', null, 'Île-de-France'],
    ['Lyon', null, 'Auvergne-Rhône-Alpes'],
    ['Toulouse', null, 'Occitanie'],
    ['Nantes', null, 'Pays de la Loire'],
  ]),
  IE: towns('IE', [
    ['Dublin', null, 'Leinster'],
    ['Cork', null, 'Munster'],
    ['Galway', null, 'Connacht'],
  ]),
  ES: towns('ES', [
    ['Madrid', null, 'Community of Madrid', ['Comunidad de Madrid']],
    ['Barcelona', null, 'Catalonia', ['Cataluña', 'Catalunya']],
    ['Valencia', null, 'Valencian Community', ['València']],
    ['Málaga', null, 'Andalusia', ['Andalucía']],
  ]),
  PL: towns('PL', [
    ['Warsaw', null, 'Masovia', ['Warszawa', 'Mazowieckie']],
    ['Kraków', null, 'Lesser Poland', ['Cracow', 'Małopolskie']],
    ['Wrocław', null, 'Lower Silesia', ['Dolnośląskie']],
    ['Gdańsk', null, 'Pomerania', ['Pomorskie']],
  ]),
  CH: towns('CH', [
    ['Zurich', 'ZH', 'Zurich', ['Zürich']],
    ['Geneva', 'GE', 'Geneva', ['Genève', 'Genf']],
    ['Basel', 'BS', 'Basel-Stadt'],
  ]),
  AU: towns('AU', [
    ['Sydney', 'NSW', 'New South Wales'],
    ['Melbourne', 'VIC', 'Victoria'],
    ['Brisbane', 'QLD', 'Queensland'],
  ]),
  SE: towns('SE', [
    ['Stockholm', null, 'Stockholm County', ['Stockholms län']],
    ['Gothenburg', null, 'Västra Götaland', ['Göteborg']],
  ]),
  SG: towns('SG', [['Singapore', null, 'Singapore']]),
};

function towns(country: CountryCode, list: readonly Row[]): DemoPlace[] {
  const { code, name, alsoCalled } = countries[country];
  return list.map(([city, regionCode, region, also = []]) => {
    const names = [city, region, ...(regionCode ? [regionCode] : []), ...also, code, name, ...alsoCalled];
    return { city, region, regionCode, country, names: [...new Set(names)] };
  });
}
