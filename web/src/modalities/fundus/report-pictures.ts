import { LESIONS, MODALITY, type FundusReportData } from '@mingmou/contract'
import type { ViewerOverlay } from '../../ui/eye-viewer/viewer-state.ts'
import { coarseOf, mapLayers } from '../../ui/findings/layers.ts'
import type { ReportPicture } from '../view.ts'
import { reportShapes } from './shapes.ts'

const isLesion = ({ name, outline }: ViewerOverlay) =>
  outline === true || LESIONS.some((lesion) => lesion === name)

/** One picture of the eye's build, one of its lesions; what a finer layer says better is left out. */
export function reportPictures(report: FundusReportData): ReportPicture[] {
  if (!report.gradable) return []
  const { layers } = MODALITY.fundus
  const shapes = reportShapes(report)
  const maps = mapLayers(layers, report.overlays)
  const coarse = coarseOf(layers, [...maps, ...shapes])
  const fine = maps.filter(({ name }) => !coarse.has(name))
  return [
    { name: 'build', overlays: fine.filter((one) => !isLesion(one)), shapes },
    { name: 'lesions', overlays: fine.filter(isLesion), shapes: [] },
  ].filter((picture) => picture.overlays.length + picture.shapes.length > 0)
}
