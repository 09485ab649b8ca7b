import { sayIn } from '../finding-texts.ts'
import type { Language } from '../../wire/constants.ts'
import type { SurfaceFindings } from './findings.ts'

type Outlined = Pick<SurfaceFindings, 'outline'> & { cornea: object | null }

/** The words for how far the outline can be trusted, and what speaks against it; null without a cornea. */
export function outlineText(
  { outline, cornea }: Outlined,
  language: Language,
): { trust: string; doubts: string; rule: string } | null {
  const say = sayIn(language)
  if (!cornea) return null
  const trust = outline?.trust ?? 'unchecked'
  const named = (outline?.doubts ?? []).map((doubt) => say(`surface.outline.doubt.${doubt}`))
  return {
    trust: say(`surface.outline.${trust}`),
    doubts: named.join(say('comma')),
    rule: say(`surface.outline.rule.${trust}`),
  }
}

/** The name of the words for whether there is staining: of an outline that is not trusted it is seen, and no more. */
export const foundName = ({
  lesion_bool,
  outline,
}: Pick<SurfaceFindings, 'lesion_bool' | 'outline'>): string =>
  `surface.found.${lesion_bool && outline?.trust === 'untrusted' ? 'seen' : lesion_bool}`

/** Whether an eye may be said to have no staining to look for: its whole cornea was surely looked at. */
export const isTrusted = ({ outline }: Pick<SurfaceFindings, 'outline'>): boolean =>
  outline?.trust === 'trusted'
