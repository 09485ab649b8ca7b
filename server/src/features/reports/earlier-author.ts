import { authorshipOf, opinionSections } from '@mingmou/contract'

type Stored = Record<string, unknown>
const isGroup = (value: unknown): value is Stored => typeof value === 'object' && value !== null

/** What versions before the fifth took over of a draft. */
const firstParts = (draft: string): string =>
  opinionSections(draft)
    .filter(({ part }) => part === 'conclusion' || part === 'advice')
    .flatMap(({ lines }) => lines)
    .join('\n')

const textsIn = (draft: unknown): string[] =>
  isGroup(draft) ? Object.values(draft).filter((text) => typeof text === 'string') : []

/**
 * Who wrote the opinion of a report from before the fifth version. Those called every text the clinician's that was not
 * a draft to the letter. The drafts stand in the report, so that its text tells.
 */
export function earlierAuthor(stored: Stored): Stored {
  const { opinion, opinion_origin, fellow, patient_opinion } = stored
  if (opinion_origin !== 'own' || typeof opinion !== 'string') return {}
  const drafts = [stored, ...(isGroup(fellow) ? [fellow] : [])]
    .flatMap((group) => textsIn(group['machine_opinion']))
    .concat(textsIn(patient_opinion))
  const { origin, share } = authorshipOf(opinion, [...drafts, ...drafts.map(firstParts)])
  return { opinion_origin: origin, opinion_share: share }
}
