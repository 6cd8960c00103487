import { createStemSearch } from './stem-index.js';

/**
 * Most titles name neither an engagement nor a level: one pass for these stems saves them a dozen patterns. Every match of the
 * patterns for titles contains one of them, a figure, a word of two letters below, or a letter beyond Latin script.
 */
const stems = {
  engagement:
    'intern interim appren trainee extern summer spring autumn insight cycle placement industry vacation pflicht praxissem student praktik werkstud auszubild ausbildung azubi lehrling dual arbeit stag alternan becari pasante aprendiz estagi tirocin prakty staz practic co_op ' +
    'volunt benevol ehrenamt vrijwillig volontari wolontari contract freelanc freiberuf independ zzp zlecenie umow partita ftc corp employed ' +
    'temp season fixed maternity paternity parental cover befrist aushilf saison elternzeit ferienjob cdd tijdelijk vakantie determinat stagional tymczas sezon zastep vikariat ' +
    'full voll plein complet jornada tiempo voltij integral inteiro pieno etat heltid fuldtid part_ parttime part-time half teilzeit halbtag minijob nebenjob mi_temps medio deeltijd bijbaan meio parcial parziale deltid ' +
    'perm regular cdi festanst indefinid vast_',
  level:
    'ceo cto cfo coo cio cmo ciso cpo cro chro cso cdo cco cao cxo chief vice managing executive geschaftsf vorstand direct direkt gerente consejer bestuur diret presiden amministra direttor prezes wicepr zarzad dyrek c_level c_suite clevel csuite ' +
    'head leit leider hoofd avdelning kierownik senior distinguished snr starsz lead caposquad principal staff ' +
    'junior entry graduate grad early debutant jeune berufs absolvent einsteiger mlodsz neolaur neodip recien recem afgestud experien ' +
    'mid intermediate medior pleno confirme semi ssr associate',
} as const;

const listed = (words: string): string[] => words.split(' ').map((stem) => stem.replace('_', ' '));
const search = createStemSearch({ engagement: listed(stems.engagement), level: listed(stems.level) });

const others = {
  engagement: /\d|(?<![a-z])(?:ft|pt|vz|tz)(?![a-z])|[^\0-\u024f]/,
  level: /(?<![a-z])(?:[saer]?vp|sr|jr)(?![a-z])|[^\0-\u024f]/,
} as const;

/** Whether a title, as `foldForMatching` writes it, may name an engagement or a level. */
export const mayName = (kind: 'engagement' | 'level', title: string): boolean =>
  search(title)[kind].length > 0 || others[kind].test(title);
