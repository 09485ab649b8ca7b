import { z } from 'zod'
import { bounded, Id, Instant } from '../wire/fields.ts'
import { StatedBy } from './eye-source.ts'
import { REFERRALS } from './findings.ts'

export const CorrectedValue = z.union([
  bounded(z.string(), 64),
  z.number().min(-1e6, 'wrong_type').max(1e6, 'wrong_type'),
  z.boolean(),
])
export type CorrectedValue = z.infer<typeof CorrectedValue>

/** A value of the findings of an image that a clinician may correct. Its words are at `correction.<name>` of the texts. */
export interface Correctable {
  value: z.ZodType<CorrectedValue>
  /** The values to choose from, worded at `correction.value.<name>.<value>`; none of a number that is typed. */
  values: readonly CorrectedValue[]
  /** Said of an image that can be judged alone. */
  judged?: boolean
  /** The image itself does not show it: what contradicts no machine needs no reason. */
  stated?: boolean
  /** Only what the machine offers may be stated, and the image is analysed anew with it, and without it once it is withdrawn. */
  anew?: boolean
}

export const oneOf = (
  values: readonly CorrectedValue[],
  more: Pick<Correctable, 'judged' | 'stated'> = {},
): Correctable => ({ value: z.literal([...values], 'not_allowed'), values, ...more })

/** What a clinician may correct of every image, whatever its modality. */
export const CORRECTABLE = {
  eye: oneOf(['OD', 'OS'], { stated: true }),
  gradable: oneOf([true, false]),
  referral: oneOf(REFERRALS),
} as const

/** How long the reason of a correction may be. */
export const REASON_LENGTH = 200

/** What a clinician stated; `value` is null where the statement was withdrawn and the machine's holds again. */
export const Correction = z.object({
  correction_id: Id,
  value: CorrectedValue.nullable(),
  reason: z.string(),
  /** The file may state the eye alone; `clinician` is then who filed it. */
  source: StatedBy,
  clinician: z.string(),
  made_at: Instant,
  /** It was made on an earlier analysis of the image. */
  earlier: z.boolean(),
})
export type Correction = z.infer<typeof Correction>

/** A correctable value as the machine has it, null where it has none, and every statement of it, the newest first. */
export const Judgement = z.object({
  name: z.string(),
  machine: CorrectedValue.nullable(),
  corrections: z.array(Correction),
})
export type Judgement = z.infer<typeof Judgement>

/** The statement that holds; null where the machine's does. */
export function inForce<Of extends { value: CorrectedValue | null }>(
  corrections: readonly Of[],
): (Of & { value: CorrectedValue }) | null {
  const [newest] = corrections
  return newest && newest.value !== null ? { ...newest, value: newest.value } : null
}

/** A correction as a report keeps it, beside what the machine had said. */
export const ReportedCorrection = Correction.pick({
  reason: true,
  clinician: true,
  made_at: true,
}).extend({ name: z.string(), value: CorrectedValue, machine: CorrectedValue.nullable() })
export type ReportedCorrection = z.infer<typeof ReportedCorrection>
