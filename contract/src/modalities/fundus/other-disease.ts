import { z } from 'zod'
import type { Say, Texts } from '../../wire/wording.ts'

/** Kinds that readers named in enough photographs to learn them. The card says which of them are told. */
export const OTHER_KINDS = [
  'macular_degeneration',
  'drusen_or_degeneration',
  'pathological_myopia',
  'vein_occlusion',
  'hypertensive',
  'membrane',
  'glaucoma',
  'media_opacity',
] as const
export const OtherKind = z.enum(OTHER_KINDS)
export type OtherKind = z.infer<typeof OtherKind>

/** What a photograph shows beside diabetic retinopathy, by a network that sees it as a whole: never a diagnosis. */
export const OtherDisease = z.object({
  /** False excludes nothing. */
  suspected: z.boolean(),
  /** The likely kinds, where the card holds them; none where nothing is suspected. */
  kinds: z.array(OtherKind),
  /** Scars of laser: the eye was treated. */
  scars: z.boolean(),
})
export type OtherDisease = z.infer<typeof OtherDisease>

export const OTHER_DISEASE_TEXTS = {
  kind: {
    macular_degeneration: ['黄斑变性', 'macular degeneration'],
    drusen_or_degeneration: ['玻璃膜疣或黄斑变性', 'drusen or macular degeneration'],
    pathological_myopia: ['病理性近视', 'pathological myopia'],
    vein_occlusion: ['视网膜静脉阻塞', 'retinal vein occlusion'],
    hypertensive: ['高血压性视网膜病变', 'hypertensive retinopathy'],
    membrane: ['黄斑前膜', 'epiretinal membrane'],
    glaucoma: ['青光眼性视盘改变', 'glaucomatous disc'],
    media_opacity: ['屈光间质混浊', 'media opacity'],
  } satisfies Record<OtherKind, Texts[string]>,
  suspected: ['疑似其他异常', 'suspected abnormality other than diabetic retinopathy'],
  suspected_kind: [
    '疑似其他异常（{{kinds}}可能）',
    'suspected abnormality other than diabetic retinopathy (possibly {{kinds}})',
  ],
} as const satisfies Texts

/** The suspicion in words, with the kinds that can be held; empty where there is none. What it asks for is said once of the eye. */
export function otherDiseaseText(found: OtherDisease | null | undefined, say: Say): string {
  if (!found?.suspected) return ''
  const kinds = kindsTold(found.kinds).map((kind) => say(`other_disease.kind.${kind}`))
  return kinds.length === 0
    ? say('other_disease.suspected')
    : say('other_disease.suspected_kind', { kinds: kinds.join(say('and')) })
}

/** Degeneration says more than 'drusen or degeneration'. */
const kindsTold = (kinds: readonly OtherKind[]): OtherKind[] =>
  kinds.filter(
    (kind) => kind !== 'drusen_or_degeneration' || !kinds.includes('macular_degeneration'),
  )
