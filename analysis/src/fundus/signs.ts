import { z } from 'zod'
import { ofEach, type FoundLesions } from './measure/lesions.ts'

/** What speaks for retinopathy in one photograph: the higher, the more. */
export const SIGNS = [
  /** Log odds of referable disease, by the network that sees the whole photograph. */
  'network',
  /** Log of the number of each kind; a lesser spot counts less than one. */
  'microaneurysms',
  'haemorrhages',
  'hard_exudates',
  'soft_exudates',
  /** Log of the lesser number of red and of bright lesions: the one seldom comes without the other. */
  'both_colours',
  /** Log of the number of red lesions, as far as the network sees disease too. */
  'supported_red',
  /** Log of the area of the haemorrhages, as a share of the field. */
  'haemorrhage_area',
] as const
export type Sign = (typeof SIGNS)[number]
export type Signs = Record<Sign, number>

/** A logistic model. No sign speaks against disease. */
export const Weighed = z.strictObject({
  bias: z.number(),
  weights: z.partialRecord(z.enum(SIGNS), z.number().min(0)),
})
type Weighed = z.infer<typeof Weighed>

/** A chain of models: referable or not; mild or none; severe or moderate; proliferative or severe. */
export const StageModel = z.strictObject({
  referable: Weighed,
  mild: Weighed,
  severe: Weighed,
  proliferative: Weighed,
})
export type StageModel = z.infer<typeof StageModel>

/** Probabilities are limited to this. */
const SUREST = 0.001

function logOdds(probability: number): number {
  const held = Math.min(1 - SUREST, Math.max(SUREST, probability))
  return Math.log(held / (1 - held))
}

/** Shares of the field are counted in such parts. */
const PARTS = 2000

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Log odds of the network at which it supports no red lesion, and all of them. */
const [UNSUPPORTED, SUPPORTED] = [-2, 2]

export function signsOf(spots: FoundLesions, fieldArea: number, network: number): Signs {
  const number = ofEach((kind) => sum(spots[kind].map(({ strength }) => strength)))
  const red = number.microaneurysms + number.haemorrhages
  const bright = number.hard_exudates + number.soft_exudates
  const odds = logOdds(network)
  const support = Math.max(0, (odds - UNSUPPORTED) / (SUPPORTED - UNSUPPORTED))
  const share =
    sum(spots.haemorrhages.map((haemorrhage) => haemorrhage.area * haemorrhage.strength)) /
    fieldArea
  return {
    network: odds,
    ...ofEach((kind) => Math.log1p(number[kind])),
    both_colours: Math.log1p(Math.min(red, bright)),
    supported_red: support * Math.log1p(red),
    haemorrhage_area: Math.log1p(PARTS * share),
  }
}

const chanceBy = (signs: Signs, { bias, weights }: Weighed): number =>
  1 / (1 + Math.exp(-SIGNS.reduce((odds, sign) => odds + (weights[sign] ?? 0) * signs[sign], bias)))

/** The chance of each of the five stages. */
export type Stages = readonly [number, number, number, number, number]

export function stagesBy(signs: Signs, model: StageModel): Stages {
  const referable = chanceBy(signs, model.referable)
  const mild = chanceBy(signs, model.mild)
  const severe = referable * chanceBy(signs, model.severe)
  const proliferative = severe * chanceBy(signs, model.proliferative)
  return [
    (1 - referable) * (1 - mild),
    (1 - referable) * mild,
    referable - severe,
    severe - proliferative,
    proliferative,
  ]
}
