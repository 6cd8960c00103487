import { expect, test } from '@jest/globals';
import { evenBoards, layOutBoards } from '../../../../bench/lib/postings/employers.js';
import { createPostings } from '../../../../bench/lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../../../../bench/lib/postings/questions.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';

const gazetteer = loadGazetteer();
const now = Date.parse('2026-11-21T12:00:00Z');
const make = (seed: number) => createPostings({ seed, now, gazetteer });

test('The same seed makes the same postings, in any order, and another seed others.', () => {
  const [one, other] = [make(1), make(1)];
  const boards = evenBoards(3, 30);
  const inOrder = boards.map((board) => one.held(board));
  const backwards = [...boards].reverse().map((board) => other.held(board));
  expect(backwards.reverse()).toEqual(inOrder);
  const [board] = boards;
  expect(board && make(2).held(board)).not.toEqual(inOrder[0]);
});

test('Texts have 3,000 characters on average, and half of the postings state pay.', () => {
  const postings = make(1);
  const jobs = evenBoards(30, 40).flatMap((board) => postings.held(board));
  const mean = jobs.reduce((sum, { description }) => sum + description.length, 0) / jobs.length;
  expect(mean).toBeGreaterThan(2700);
  expect(mean).toBeLessThan(3300);
  const paid = jobs.filter(({ salary }) => salary !== null).length / jobs.length;
  expect(paid).toBeGreaterThan(0.45);
  expect(paid).toBeLessThan(0.55);
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
});

test('Some postings are on two boards, under one employer and one number of the opening.', () => {
  const postings = make(1);
  const jobs = evenBoards(40, 50).flatMap((board) => postings.held(board));
  const byOpening = new Map<string, Set<string>>();
  for (const { requisitionId, source, company } of jobs) {
    const key = `${company.name} ${requisitionId}`;
    byOpening.set(key, (byOpening.get(key) ?? new Set()).add(source));
  }
  const doubled = [...byOpening.values()].filter((sources) => sources.size > 1).length;
  expect(doubled / jobs.length).toBeGreaterThan(0.01);
  expect(doubled / jobs.length).toBeLessThan(0.04);
});

test('Boards have log-normal sizes that add up, and the first are the same for more postings.', () => {
  const boards = layOutBoards(1, 20_000);
  expect(boards.reduce((sum, { size }) => sum + size, 0)).toBe(20_000);
  expect(layOutBoards(1, 50_000).slice(0, boards.length - 1)).toEqual(boards.slice(0, -1));
  const sizes = boards.map(({ size }) => size).sort((one, other) => one - other);
  expect(sizes.at(-1)).toBeGreaterThan(5 * (sizes[Math.floor(sizes.length / 2)] ?? 0));
});

test('A changed board has the mark in its first postings alone.', () => {
  const postings = make(1);
  const board = { id: 'board-1', number: 1, first: 0, size: 30 };
  const jobs = postings.held(board, { count: 20, mark: 'changedmark' });
  expect(jobs.filter(({ description }) => description.includes('changedmark'))).toEqual(jobs.slice(0, 20));
});

test('Questions are different, of every kind, and the same for the same seed.', () => {
  const questions = makeQuestions(make(1), { seed: 1, count: 400 });
  expect(new Set(questions.map((question) => JSON.stringify(subjectOf(question)))).size).toBe(400);
  expect(new Set(questions.map(({ kind }) => kind)).size).toBe(12);
  expect(makeQuestions(make(1), { seed: 1, count: 400 })).toEqual(questions);
});
