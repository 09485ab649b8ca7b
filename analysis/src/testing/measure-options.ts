import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GlaucomaCard, GradingCard } from '../fundus/cards.ts'
import type { MeasureOptions } from '../fundus/measure/index.ts'
import { MODELS } from './files.ts'

const cardOf = (task: string): unknown =>
  JSON.parse(readFileSync(join(MODELS, task, 'card.json'), 'utf8'))
const rule = { low: 0.5, peak: 0.5, least_px: 3, curve: [], sensitivity: 1 }
/** The cards' own rules for stage and glaucoma, and every spot counted. */
export const MEASURE_OPTIONS: MeasureOptions = {
  scale: null,
  rules: {
    lesions: {
      microaneurysms: rule,
      haemorrhages: rule,
      hard_exudates: rule,
      soft_exudates: rule,
    },
    grading: GradingCard.parse(cardOf('grading')),
    glaucoma: GlaucomaCard.parse(cardOf('glaucoma')),
  },
}
