import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Reason } from '@mingmou/contract'
import { z } from 'zod'

export async function readCard<T>(
  dir: string,
  task: string,
  schema: z.ZodType<T>,
): Promise<{ card: T; raw: Buffer }> {
  try {
    const raw = await readFile(join(dir, task, 'card.json'))
    return { card: schema.parse(JSON.parse(raw.toString('utf8'))), raw }
  } catch (fault) {
    throw new Error(`model ${task}: its card cannot be read`, { cause: fault })
  }
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The version of a card without a network, with the first 12 hex digits of the card's checksum. */
export const versionOf = ({ card, raw }: { card: { version: string }; raw: Buffer }) =>
  `${card.version} ${sha256(raw).slice(0, 12)}`

/** The card of a network. */
export const NetworkCard = z.object({
  task: z.string(),
  version: z.string(),
  file: z.string(),
  sha256: z.string().length(64),
  /** One label for each output, in order. */
  labels: z.array(z.string()).min(1),
})
export const px = z.int().min(1)

/** A network that takes the whole field of view, brought to one diameter. */
export const OfField = NetworkCard.extend({
  /** The cut of the probabilities. Every output is calibrated to it. */
  threshold: z.literal(0.5),
  input: z.object({ field_diameter_px: z.int().min(64), multiple: px }),
})

/** A network that takes the whole field in a square of one size. It answers probabilities of the photograph. */
export const OfWhole = NetworkCard.extend({
  input: z.object({ field_diameter_px: z.int().min(64), size_px: px }),
})

export const Share = z.number().min(0).max(1)

/** A value that decides what is said of a patient, and why it is this one. */
export const decided = <T>(value: z.ZodType<T>): z.ZodType<T> =>
  z
    .strictObject({ value: z.unknown(), reason: z.string().min(1) })
    .transform((stated) => stated.value)
    .pipe(value)

/** How good a picture must be, by marks of what can be wrong with it. `faults`: the features that a fault is told by. */
export const qualityRules = <const Of extends readonly [string, ...string[]]>(faults: Of) =>
  z.strictObject({
    /** The lowest score of a gradable picture, and of one that meets the standard. */
    gradable: decided(Share),
    standard: decided(Share),
    /** Each fault and its mark on the scale of the score, by the value of a feature; linear between the points. */
    faults: z.array(
      z.strictObject({
        of: z.enum(faults),
        named: Reason,
        marks: decided(z.array(z.tuple([z.number(), Share])).min(2)),
      }),
    ),
  })

/**
 * A point of a calibration curve: `n` cases kept from training had a probability of about
 * `predicted`. The share `observed` of them was positive.
 */
export const Curve = z.array(
  z.object({ label: z.string(), predicted: Share, observed: Share, n: z.number().min(0) }),
)
export type Curve = z.infer<typeof Curve>

/** One result that a command prints. */
const Figure = z.object({
  name: z.string(),
  set: z.string(),
  /** Several numbers where the name lists several. */
  value: z.union([z.number(), z.array(z.number()).min(1)]),
  n: z.int().min(0),
  /** How many of `n` are positive. */
  positive: z.int().min(0).optional(),
  interval95: z.tuple([z.number(), z.number()]).optional(),
  /** The probability at which the result was taken. */
  cut: z.number().optional(),
  command: z.string(),
})
export type Figure = z.infer<typeof Figure>

/** What a figure does not show. `{name of a figure}` in a text stands for its value. */
const Limit = z.strictObject({
  /** The figures it limits. `set` is the beginning of the figure's set; without it, every set. */
  of: z.array(z.strictObject({ figure: z.string(), set: z.string().optional() })).min(1),
  en: z.string().min(1),
  zh: z.string().min(1),
})
export type Limit = z.infer<typeof Limit>

/** The accuracy in every card. `npm run accuracy` prints `docs/accuracy.md` from it. */
export const Account = z.object({
  task: z.string(),
  version: z.string(),
  sha256: z.string().length(64).optional(),
  /** The question that the task answers, one sentence. */
  question: z.string(),
  data: z.array(z.object({ set: z.string() }).catchall(z.unknown())).min(1),
  licence: z.string(),
  figures: z.array(Figure).min(1),
  /** Figures of the same name that others publish, on other photographs. */
  published: z.array(
    z.object({
      figure: z.string(),
      /** The beginning of the figure's set. Without it, every set. */
      set: z.string().optional(),
      value: z.string(),
      source: z.string(),
    }),
  ),
  limits: z.array(Limit).min(1),
  /** What limits no figure. */
  notes: z.array(z.string()).optional(),
  calibration_curve: Curve.optional(),
})
