import { z } from 'zod'
import type { Texts } from '../wire/wording.ts'
import type { CorrectedValue, Correctable } from './corrections.ts'

/** What is said where a part of a picture was judged. */
export const SECTION_TEXTS = {
  basis: [
    '仅判读医生确认的图像区域，区域以外的内容未判读',
    'only the area of the image that a clinician confirmed was graded, nothing outside it',
  ],
  by: [
    '仅判读{{clinician}}确认的图像区域（{{time}}）',
    'Graded on the area of the image confirmed by {{clinician}} ({{time}})',
  ],
} as const satisfies Texts

const Side = z.int().min(0).max(99_999)
/** x and y of the upper left corner, width and height, px of the image. */
export const SectionBox = z.object({ x: Side, y: Side, width: Side, height: Side })
export type SectionBox = z.infer<typeof SectionBox>

/**
 * The part of a picture that holds one field, beside other things. Once a person has confirmed it, the findings are of it
 * alone; until then nothing is judged.
 */
export const Section = z.object({ box: SectionBox, confirmed: z.boolean() })
export type Section = z.infer<typeof Section>

const VALUE = /^\d{1,5}(,\d{1,5}){3}$/

/** The part as a clinician confirms it. The machine offers it, and the image is analysed anew. */
export const SECTION: Correctable = {
  value: z.string().regex(VALUE, 'not_allowed'),
  values: [],
  stated: true,
  anew: true,
}

export const sectionValue = ({ x, y, width, height }: SectionBox): string =>
  [x, y, width, height].join(',')

/** The part that findings are of; null where they are of the whole picture. */
export const confirmedSection = ({
  section,
}: {
  section?: Section | undefined
  gradable: boolean
}) => (section?.confirmed ? section.box : null)

/** A path over all of a picture but the part, for shading it (even-odd). */
export function aroundSection(
  { x, y, width, height }: SectionBox,
  [wide, high]: readonly [number, number],
): string {
  const edge = (left: number, top: number, w: number, h: number) =>
    `M${left} ${top}h${w}v${h}h${-w}z`
  return edge(0, 0, wide, high) + edge(x, y, width, height)
}

/** The part that a statement names; null of none. */
export function sectionBox(value: CorrectedValue | null | undefined): SectionBox | null {
  if (typeof value !== 'string' || !VALUE.test(value)) return null
  const [x = 0, y = 0, width = 0, height = 0] = value.split(',').map(Number)
  return { x, y, width, height }
}
