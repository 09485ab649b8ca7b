import { reasonText, type Language } from '@mingmou/contract'
import type { Snapshot } from '../snapshot.ts'
import type { Words } from './texts.ts'

type Row = readonly [label: string, value: string]

/** Who was examined, and how. */
export function factRows(report: Snapshot, words: Words): Row[] {
  return [
    [words('name'), report.name],
    [words('gender'), words(`gender_${report.gender}`)],
    [words('age'), words('years', report.age)],
    [words('card'), report.id],
    [words('phone'), report.phone],
    [words('eye'), words(report.eye === null ? 'eye_unknown' : `eye_${report.eye}`)],
    [words('record_date'), report.record_date],
    [words('device'), report.collect_device],
  ]
}

/** Every figure with its unit; what was not measured says so and why. */
export function findingRows(report: Snapshot, words: Words, language: Language): Row[] {
  const { iqa, DR, vessel, segmentation, not_measured, units } = report
  const missing = (field: string) => {
    const reason = not_measured[field] ?? 'not_implemented'
    if (reason === 'not_implemented') return words('not_measured')
    return `${words('not_measured')} (${reasonText(reason, language)})`
  }
  const figure = (field: string, value: number | null, digits: number) => {
    if (value === null) return missing(field)
    const unit = units[field] ?? ''
    return unit === '1' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
  }
  const said = (field: string, value: string | null) => value ?? missing(field)
  const reasons = iqa.reasons.map((reason) => reasonText(reason, language)).join(', ')
  const quality = words(`quality_${iqa.image_quality}`)
  const standard = iqa.standard === null ? null : words(iqa.standard ? 'yes' : 'no')
  return [
    [words('quality'), reasons ? `${quality} (${reasons})` : quality],
    [words('score'), figure('iqa.image_score', iqa.image_score, 2)],
    [words('standard'), said('iqa.standard', standard)],
    [words('grade'), said('DR.stage', DR.stage === null ? null : words(`grade_${DR.stage}`))],
    [words('lesions'), figure('DR.microaneurysms', DR.microaneurysms, 0)],
    [words('vcdr'), figure('segmentation.vcdr', segmentation.vcdr, 2)],
    [words('fovea'), figure('segmentation.fd_dist', segmentation.fd_dist, 0)],
    [words('density'), figure('vessel.density', vessel.density, 2)],
    [words('length_density'), figure('vessel.length_density', vessel.length_density, 4)],
    [words('diameter'), figure('vessel.diameter', vessel.diameter, 2)],
    [words('fractal_dimension'), figure('vessel.fractal_dimension', vessel.fractal_dimension, 3)],
    [words('tortuosity'), figure('vessel.tortuosity', vessel.tortuosity, 3)],
    [words('curvature'), figure('vessel.curvature', vessel.curvature, 4)],
  ]
}
