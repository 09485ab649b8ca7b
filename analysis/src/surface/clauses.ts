import {
  badnessOfStaining,
  figureText,
  findingMeasure,
  findingText,
  isTrusted,
  outlineText,
  reasonOf,
  reasonText,
  SURFACE_FIGURES,
  type SurfaceFindings,
} from '@mingmou/contract'
import type { EyeImages } from '../eyes.ts'
import type { Words } from '../sentences.ts'
import { contradictionOf, isOpen, WORST, worstOf, type Photograph } from './patient.ts'

type Images = EyeImages<SurfaceFindings>

export const eyeName = (eye: Photograph['eye'], { say }: Words) => say(`eye.${eye ?? 'unknown'}`)

export const textOf = (findings: SurfaceFindings, key: string) =>
  figureText(findingMeasure(SURFACE_FIGURES, findings, key))

/** How far the outline can be trusted, in a clause. */
export function outlineIn(findings: SurfaceFindings, { say, language }: Words): string {
  const text = outlineText(findings, language)
  if (!text) return ''
  const doubts = text.doubts === '' ? '' : say('surface.doubts', { list: text.doubts })
  return say('surface.outline', { trust: text.trust, doubts })
}

/** What was not judged, then staining, its kind and extent, in clauses of one sentence. */
export function foundIn(findings: SurfaceFindings, words: Words): string {
  const { say, language, clauses } = words
  const { lesion_bool, lesion_type, lesion_severity, lesion_grade, lesion_region } = findings
  const outline = isTrusted(findings) ? '' : outlineIn(findings, words)
  if (lesion_bool === null) {
    const reason = reasonOf(findings.not_measured, 'lesion_bool') ?? 'uncertain'
    return clauses([outline, say('surface.unjudged', { reason: reasonText(reason, language) })])
  }
  if (!lesion_bool) return clauses([outline, say('surface.none')])
  const percent = textOf(findings, 'staining.percent')
  const total = lesion_region?.total ?? null
  const isCentral = findings.staining?.central === true || lesion_severity === WORST
  return clauses([
    outline,
    lesion_grade === null ? say('surface.ungraded') : '',
    lesion_severity === null && lesion_grade !== null ? say('surface.severity_open') : '',
    say(findings.outline?.trust === 'untrusted' ? 'surface.seen' : 'surface.found'),
    lesion_type === null ? '' : findingText(language, `surface.type.${lesion_type}`),
    percent === null ? '' : say('surface.percent', { percent }),
    isCentral ? say('surface.central') : '',
    lesion_severity === null ? '' : say('surface.severity', { grade: lesion_severity }),
    total === null ? '' : say('surface.nei', { total }),
  ])
}

export function contradictionIn(images: Images, words: Words): string {
  const found = contradictionOf(images)
  if (!found) return ''
  const [worse, better] = found
  const named = {
    eye: eyeName(images.eye, words),
    worse: words.photograph(worse.index),
    better: words.photograph(better.index),
  }
  return worse.severity === null || better.severity === null
    ? words.say('surface.contradiction_seen', named)
    : words.say('surface.contradiction', {
        ...named,
        high: worse.severity,
        low: better.severity,
      })
}

/** Another photograph of the eye that shows more than this one, or does not exclude more. */
export function worseIn({ gradable }: Images, index: number, words: Words): string {
  const own = gradable.find((photograph) => photograph.index === index)
  const worst = worstOf(gradable)
  const isMore = (findings: SurfaceFindings) =>
    own !== undefined && badnessOfStaining(findings) > badnessOfStaining(own.findings)
  const open = gradable.find(
    (photograph) => photograph.index !== index && isOpen(photograph.findings),
  )
  const said = (name: string, { findings, index: at }: Images['gradable'][number]) =>
    words.say(`surface.${name}`, {
      findings: foundIn(findings, words),
      photograph: words.photograph(at),
    })
  if (worst && isMore(worst.findings)) return said(isOpen(worst.findings) ? 'open' : 'worse', worst)
  return open ? said('open', open) : ''
}
