import { figureName, normText } from '../figure-texts.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FUNDUS_FIGURES } from './figure-table.ts'
import { FundusFindings } from './findings.ts'
import { LANGUAGES } from '../../wire/constants.ts'
import { FundusReportData } from './report-data.ts'

/** The parts of a JSON schema that these tests read. */
interface Json {
  type?: string | string[]
  const?: unknown
  anyOf?: Json[]
  properties?: Record<string, Json>
  propertyNames?: { enum?: string[] }
  additionalProperties?: Json
  items?: Json
  prefixItems?: Json[]
}

/** The dotted place of every number in a schema. A list of numbers is one place. */
function numbersIn(schema: Json, place = ''): string[] {
  const under = (name: string, json: Json) =>
    numbersIn(json, place === '' ? name : `${place}.${name}`)
  const keyed = (schema.propertyNames?.enum ?? []).flatMap((name) =>
    under(name, schema.additionalProperties ?? {}),
  )
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    under(name, field),
  )
  const either = (schema.anyOf ?? []).flatMap((choice) => numbersIn(choice, place))
  return [...new Set([...keyed, ...fields, ...either, ...(isNumeric(schema) ? [place] : [])])]
}

function isNumeric({ type, const: only, items, prefixItems = [] }: Json): boolean {
  const types = [type].flat()
  const listed = items === undefined ? prefixItems : [items, ...prefixItems]
  return (
    types.includes('number') ||
    types.includes('integer') ||
    typeof only === 'number' ||
    listed.some((item) => numbersIn(item, 'item').length > 0)
  )
}

const placesOf = (schema: z.ZodType): string[] => numbersIn(z.toJSONSchema(schema) as Json)

/** The parts of a report on the patient and the photograph, which are no figures. */
const FRAME = [
  'gender',
  'age',
  'eye_confidence',
  'opinion_share',
  'next_step.months',
  // The rule that was proposed.
  'next_step.proposed.step.months',
  'image_size',
  'image_index',
  'image_count',
  'corrections',
  'drawn.figures',
  'drawn.outlines',
  'left_out',
  'outcomes',
  // Both values of a figure of the table, by its key, and of what may be corrected.
  'drawn.figures',
  'drawn.judgements',
  'drawn.outlines',
]

describe('the table of figures', () => {
  // How sure a figure is has the figure's own name. The part of a picture that is judged is none.
  const found = placesOf(FundusFindings.omit({ confidence: true, section: true }))
  // The fellow eye has the shape of the first.
  const reported = placesOf(
    FundusReportData.omit({ confidence: true, fellow: true, section: true }),
  )

  it('has every number that an analysis can find, and nothing else', () => {
    expect(found.length).toBeGreaterThan(90)
    expect(FUNDUS_FIGURES.all.map(({ key }) => key).sort()).toEqual(found.sort())
  })

  it('has every number that a report can carry, and names no place that is not there', () => {
    const ofFindings = reported.filter((place) => !FRAME.includes(place))
    expect(ofFindings.length).toBeGreaterThan(70)
    for (const place of ofFindings) expect(FUNDUS_FIGURES.inReport(place), place).toBeDefined()
    for (const { report } of FUNDUS_FIGURES.all)
      if (report !== null) expect(reported).toContain(report)
  })

  it('refuses a number that it does not have', () => {
    expect(() => FUNDUS_FIGURES.at('vessel.new_figure')).toThrow('vessel.new_figure')
  })

  it('names every figure once, in both languages', () => {
    for (const language of LANGUAGES) {
      for (const figure of FUNDUS_FIGURES.all) {
        expect(figureName(figure, language), figure.key).not.toMatch(
          /measure\.|lesion\.|quadrant\./,
        )
        if (figure.norm) expect(normText(figure, language)).not.toContain('norms.')
      }
    }
    const shown = FUNDUS_FIGURES.all
      .filter(({ group }) => group !== null)
      .map((figure) => figureName(figure, 'en'))
    expect(new Set(shown).size).toBe(shown.length)
  })

  it('says of every figure that is shown in a table how far it errs', () => {
    for (const { key, group, error } of FUNDUS_FIGURES.all)
      if (group !== null) expect(error, key).not.toBeNull()
  })
})
