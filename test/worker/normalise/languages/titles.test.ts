import { describe, expect, test } from '@jest/globals';
import { levelsOf, typesOf } from '../../../../shared/search/job.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../../../worker/normalise/normalise.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';

const gazetteer = loadGazetteer();

function read(title: string) {
  const outcome = normalise(emptyPosting(title, 'https://jobs.example/1'), {
    source: 'test',
    gazetteer,
    now: new Date('2026-11-21T12:00:00Z'),
  });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  return outcome.job;
}

describe('titles in the languages of postings', () => {
  test.each([
    'Analyst (kein Homeoffice)',
    'Analyst - Not Remote',
    'Comptable (sans télétravail)',
    'Contable - sin teletrabajo',
    'Contabile (no smart working)',
    'Contabilista (sem teletrabalho)',
    'Boekhouder - geen thuiswerk',
    'Księgowa (bez pracy zdalnej)',
    'Comptable - sense teletreball',
    'Ekonom (ingen distans)',
    'Bogholder (ikke hjemmearbejde)',
    'Regnskapsfører - ikke hjemmekontor',
    'Kirjanpitäjä (ei etätyötä)',
    'Účetní - bez home office',
    'Contabil (fără telemuncă)',
    'Könyvelő (nem távmunka)',
    'Бухгалтер (не удаленно)',
    'Бухгалтер (без віддаленої роботи)',
    'Λογιστής (όχι τηλεργασία)',
    'Muhasebeci (uzaktan değil)',
    '経理（リモート不可）',
    '会计（不可远程）',
    '회계 담당자 (재택근무 불가)',
  ])('state work on site where they refuse work elsewhere: "%s"', (title) => {
    expect(read(title).workplace).toBe('on site');
  });

  test.each([
    'Cook (full time or part time)',
    'Koch (Vollzeit oder Teilzeit)',
    'Cuisinier temps plein ou temps partiel',
    'Cocinero jornada completa o parcial',
    'Cuoco full time o part time',
    'Cozinheiro tempo inteiro ou parcial',
    'Kok fulltime of parttime',
    'Kucharz pełny etat lub część etatu',
    'Kock heltid eller deltid',
    'Kok fuldtid eller deltid',
    'Kokki kokoaikainen tai osa-aikainen',
    'Kuchař plný nebo zkrácený úvazek',
    'Bucătar normă întreagă sau part-time',
    'Szakács teljes vagy részmunkaidő',
    'Повар, полная или частичная занятость',
    'Кухар, повна або часткова зайнятість',
    'Μάγειρας πλήρης ή μερική απασχόληση',
    'Aşçı tam zamanlı veya yarı zamanlı',
    '調理師（正社員・パート）',
    '厨师（全职或兼职）',
    '요리사 (정규직/파트타임)',
    'Cuiner jornada completa o parcial',
  ])('state two types: "%s"', (title) => {
    expect(typesOf(read(title))).toEqual(['full time', 'part time']);
  });

  test.each([
    ['Nuorempi ohjelmistokehittäjä', 'entry level'],
    ['Seniorutvecklare', 'senior'],
    ['Kıdemli Yazılım Mühendisi', 'senior'],
    ['Genel Müdür', 'executive'],
    ['Satış Müdürü', null],
    ['Stajyer', 'internship'],
    ['Obchodní ředitel', 'director'],
    ['Myyntijohtaja', 'director'],
    ['Salgsdirektør', 'director'],
    ['Mladší účetní', 'entry level'],
    ['Pályakezdő mérnök', 'entry level'],
    ['Vezérigazgató', 'executive'],
    ['Διευθυντής πωλήσεων', 'director'],
    ['Nyexaminerad sjuksköterska', 'entry level'],
    ['Opiekun stażystów', null],
    ['Responsable des stagiaires', null],
  ])('state a level: "%s" → %s', (title, level) => {
    expect(levelsOf(read(title))).toEqual(level === null ? [] : [level]);
  });
});
