import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Quality } from '@mingmou/contract'
import { GlaucomaCard, GradingCard } from '../fundus/cards.ts'
import type { MeasureOptions } from '../fundus/measure/index.ts'
import { MODELS } from './files.ts'

const cardOf = (task: string): unknown =>
  JSON.parse(readFileSync(join(MODELS, task, 'card.json'), 'utf8'))

/** The cards' own rules for stage and glaucoma, and every spot of at least this many px counted. */
export function rulesFrom(least_px: number): MeasureOptions['rules'] {
  const rule = { low: 0.5, peak: 0.5, least_px, curve: [], sensitivity: 1 }
  return {
    lesions: { microaneurysms: rule, haemorrhages: rule, hard_exudates: rule, soft_exudates: rule },
    grading: GradingCard.parse(cardOf('grading')),
    glaucoma: GlaucomaCard.parse(cardOf('glaucoma')),
  }
}

export const MEASURE_OPTIONS: MeasureOptions = { scale: null, rules: rulesFrom(3) }

/** Of a sharp photograph. */
export const SHARP: Quality = {
  gradable: true,
  reasons: [],
  score: 0.9,
  sharpness: 0.9,
  brightness: 0.5,
  contrast: 0.1,
  underexposed: 0,
  overexposed: 0,
  standard: true,
  field: null,
}
