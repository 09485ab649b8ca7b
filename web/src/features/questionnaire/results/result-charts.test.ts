import type { QuestionResult } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { medianOf } from './result-charts.ts'

const scored = (...scores: number[]): QuestionResult => ({
  question_id: 1,
  answered: scores.length,
  cells: [],
  choices: [...new Set(scores)].map((choice) => ({
    choice,
    count: scores.filter((score) => score === choice).length,
  })),
})

test.each([
  [[], null],
  [[4], 4],
  [[5, 1], 3],
  [[1, 1, 5], 1],
  [[10, 0, 3, 4], 3.5],
])('the median of %j is %j', (scores, median) => {
  expect(medianOf(scored(...scores))).toBe(median)
})
