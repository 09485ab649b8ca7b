import type { Colours } from '../../colour.ts'
import { DECISIONS } from '../decisions.ts'

/** Vessels seen as bright lines and as dark ones. */
export interface Lines {
  bright_lines: number
  dark_lines: number
}

/** What tells a photograph in which light and dark are turned and each hue is kept. */
export interface TurnedSigns {
  /** The log odds of a fundus photograph with light and dark turned back, above those as it is; bounded either way. */
  margin: number
  /** The logarithm of bright lines over dark ones. */
  lines: number
  /** Medians of the largest and of the smallest channel, 0 to 1. */
  top: number
  low: number
  /** Mean distance of the largest channel from the smallest, over the largest. */
  colour: number
}

/** Beyond this the network's sureness says nothing more. */
const MOST_MARGIN = 4
/** Chances are this far from 0 and 1, so that their odds are numbers. */
const LEAST = 1e-4
/** So little of vessels is none. */
const LEAST_VESSELS = 1e-3

const oddsOf = (chance: number) => Math.log(Math.max(LEAST, chance) / Math.max(LEAST, 1 - chance))

/** The signs, but for what the network says. */
export const plainSigns = (
  { bright_lines, dark_lines }: Lines,
  { top, low, colour }: Pick<Colours, 'top' | 'low' | 'colour'>,
): Omit<TurnedSigns, 'margin'> => ({
  lines: Math.log(Math.max(LEAST, bright_lines) / Math.max(LEAST, dark_lines)),
  top: top / 255,
  low: low / 255,
  colour,
})

/** By how much the network takes a picture more readily with light and dark turned back. */
export const marginOf = (chance: number, turned: number): number =>
  Math.min(MOST_MARGIN, Math.max(-MOST_MARGIN, oddsOf(turned) - oddsOf(chance)))

export type TurnedWeights = Record<'bias' | keyof TurnedSigns, number>

/** Above 0 light and dark may be turned, and vessels decide. */
export function turnedScore(
  { margin, lines, top, low, colour }: TurnedSigns,
  weights: TurnedWeights = DECISIONS.picture.turned,
): number {
  return (
    weights.bias +
    weights.margin * margin +
    weights.lines * lines +
    weights.top * top +
    weights.low * low +
    weights.colour * colour
  )
}

/** Whether the network is worth asking: nothing that it may say makes a turned picture of another one. */
export const mayBeTurned = (signs: Omit<TurnedSigns, 'margin'>): boolean =>
  turnedScore({ ...signs, margin: MOST_MARGIN }) > 0

/** How much more of vessels is seen with light and dark turned back, as a logarithm. */
export const vesselGain = (asItIs: number, turnedBack: number): number =>
  Math.log((turnedBack + LEAST_VESSELS) / (asItIs + LEAST_VESSELS))

/** Whether vessels are dark only once light and dark are turned back. */
export const hasTurnedVessels = (asItIs: number, turnedBack: number): boolean =>
  vesselGain(asItIs, turnedBack) > DECISIONS.picture.turned.vessels
