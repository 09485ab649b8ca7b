import { join } from 'node:path'
import { StepGround, StepRule, StepRules, STEP_PRESETS } from '@mingmou/contract'
import { z } from 'zod'
import { decided, readCard } from './cards.ts'

const { targets } = StepRules.shape
const Preset = z.strictObject({
  rules: z.record(StepGround, decided(StepRule)),
  targets: z.strictObject({
    urgent: decided(targets.shape.urgent),
    soon: decided(targets.shape.soon),
    routine: decided(targets.shape.routine),
  }),
})

const NextStepsCard = z.strictObject({
  task: z.literal('next-steps'),
  version: z.string(),
  about: z.string(),
  presets: z.record(z.enum(STEP_PRESETS), Preset),
})

const { card } = await readCard(
  join(import.meta.dirname, '../../models/all'),
  'next-steps',
  NextStepsCard,
)

/** The published tables that an institution may begin with. */
export const STEP_TABLES = card.presets
