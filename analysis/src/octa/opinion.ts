import {
  axialText,
  figureText,
  findingMeasures,
  findingText,
  isContent,
  OCTA_FIGURES,
  outsideOf,
  reasonOf,
  reasonText,
  zoneSideOf,
  type Language,
  type OctaFindings,
  type Opinion,
} from '@mingmou/contract'
import { sittingBasis, statedBasis } from '../corrected.ts'
import { wordsIn, written, type Words } from '../sentences.ts'
import { asksForReview, eyesOf, type Photograph } from './patient.ts'

const eyeName = (eye: Photograph['eye'], { say }: Words) => say(`eye.${eye ?? 'unknown'}`)

/** The draft for one scan of a sitting. Empty where the scan was not analysed. */
export function draftOpinion(
  sitting: readonly Photograph[],
  index: number,
  language: Language,
): string {
  const scan = sitting.find((photograph) => photograph.index === index)
  if (!scan?.findings) return ''
  const words = wordsIn(language)
  const { findings } = scan
  if (!findings.gradable || findings.scan_mm === null)
    return written({ ...unread(scan, findings, words), basis: statedBasis(scan, words) }, words)
  return written(
    {
      conclusion: [
        words.say('of_eye', { eye: eyeName(scan.eye, words), findings: foundIn(findings, words) }),
      ],
      advice: adviceOf([scan], words),
      basis: [...statedBasis(scan, words), figuresIn(findings, words)],
      limits: limitsOf(findings, words),
    },
    words,
  )
}

/** The draft for a sitting of several scans: a line for each eye's gradable scans. Null for a single one. */
export function draftPatientOpinion(
  sitting: readonly Photograph[],
  language: Language,
): string | null {
  if (sitting.length < 2) return null
  const words = wordsIn(language)
  const judged = sitting.filter(({ findings }) => findings?.gradable)
  return written(
    {
      conclusion:
        judged.length === 0
          ? [unjudgedOf(sitting, words), words.say('no_gradable')]
          : [
              unjudgedOf(sitting, words),
              ...judged.map(({ eye, index, findings }) =>
                words.say('of_eye', {
                  eye: words.say('octa.scan_of', {
                    eye: eyeName(eye, words),
                    photograph: words.photograph(index),
                  }),
                  findings: findings ? foundIn(findings, words) : '',
                }),
              ),
            ],
      advice:
        judged.length === 0
          ? [words.say('octa.advice.retake')]
          : [
              ...blindIn(sitting, words).map((eye) =>
                words.say('of_eye', { eye, findings: words.say('octa.advice.retake') }),
              ),
              ...adviceOf(judged, words),
            ],
      // A scan that cannot be read is counted, so that silence about it does not read as health.
      basis: [
        ...sittingBasis(sitting, words),
        ...eyesOf(sitting)
          .filter(({ photographs }) => photographs > 0)
          .map(({ eye, photographs, gradable }) =>
            words.say('basis.photographs', {
              eye: eyeName(eye, words),
              all: photographs,
              gradable,
              from: '',
            }),
          ),
      ],
      limits: [words.say('octa.limits.shape'), findingText(language, 'warning')],
    },
    words,
  )
}

/** The names of the eyes of which no scan could be judged. */
const blindIn = (sitting: readonly Photograph[], words: Words): string[] =>
  eyesOf(sitting)
    .filter(({ photographs, gradable }) => photographs > 0 && gradable === 0)
    .map(({ eye }) => eyeName(eye, words))

/** They stand before what was found of the others. */
function unjudgedOf(sitting: readonly Photograph[], words: Words): string {
  const items = blindIn(sitting, words).map((eye) => words.say('unjudged.no_gradable', { eye }))
  return items.length === 0
    ? ''
    : words.say('unjudged.all', { items: items.join(words.say('unjudged.join')) })
}

function unread({ eye }: Photograph, { quality, gradable }: OctaFindings, words: Words): Opinion {
  const { say, language, list } = words
  const warning = findingText(language, 'warning')
  const named = quality.reasons.map((reason) => reasonText(reason, language))
  const only = (conclusion: string, advice: string): Opinion => ({
    conclusion: [conclusion],
    advice: [say(`octa.advice.${advice}`)],
    basis: [],
    limits: [warning],
  })
  const contents = quality.reasons.find(isContent)
  if (contents)
    return only(
      say('not_analysed', { reasons: reasonText(contents, language) }),
      contents === 'negative' ? 'original' : 'one_scan',
    )
  if (quality.reasons.includes('not_octa')) {
    const seems = named.slice(1)
    return only(
      say('octa.not_octa', { seems: seems.length > 0 ? ` (${list(seems)})` : '' }),
      'file',
    )
  }
  const of = (findings: string) => say('of_eye', { eye: eyeName(eye, words), findings })
  return gradable
    ? only(of(say('octa.no_scan_size')), 'file')
    : only(of(say('ungradable', { reasons: list(named) })), 'retake')
}

/** Zone, density and patches in clauses of one sentence. */
function foundIn(findings: OctaFindings, words: Words): string {
  const { say, language } = words
  const text = (group: string, key: string) => {
    const measure = findingMeasures(OCTA_FIGURES, findings, group).find(
      (measure) => measure.key === key,
    )
    return measure ? figureText({ ...measure, mmPerPx: null }) : null
  }
  const area = text('faz', 'faz_area_mm2')
  const side = zoneSideOf(findings)
  const zone =
    area === null
      ? say('octa.zone_none', {
          reason: reasonText(
            reasonOf(findings.not_measured, 'faz_area_mm2') ?? 'uncertain',
            language,
          ),
        })
      : side === null
        ? say('octa.zone', { area })
        : say('octa.zone_side', { area, side: findingText(language, `outside.${side}`) })
  const density = text('perfusion', 'vessel.density.whole')
  const { gaps } = findings
  return words.clauses([
    zone,
    density === null ? '' : say('octa.density', { density }),
    gaps === null
      ? ''
      : gaps.count > 0
        ? say('octa.gaps', { count: gaps.count })
        : say('octa.gaps_none'),
  ])
}

function adviceOf(scans: readonly Photograph[], { say }: Words): string[] {
  return [
    scans.some(({ eye }) => eye === null) ? say('octa.advice.eye') : '',
    scans.some(({ findings }) => findings && asksForReview(findings))
      ? say('octa.advice.review')
      : '',
    say('octa.advice.compare'),
  ]
}

/** The shape of the zone, which the conclusion does not say. */
function figuresIn(findings: OctaFindings, { list, language }: Words): string {
  const shape = findingMeasures(OCTA_FIGURES, findings, 'faz').filter(
    (measure) =>
      measure.key.startsWith('zone.') && measure.value !== null && outsideOf(measure) === null,
  )
  return list(
    shape.map((measure, at) => {
      const label = measure.labels.map((label) => findingText(language, label)).join('')
      const name = at === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)
      return `${name} ${figureText({ ...measure, mmPerPx: null }) ?? ''}`
    }),
  )
}

const limitsOf = ({ axial_length_mm }: OctaFindings, { say, language }: Words): string[] => [
  axialText(axial_length_mm, language),
  say('octa.limits.trained'),
  say('octa.limits.slab'),
  say('octa.limits.place'),
  findingText(language, 'warning'),
]
