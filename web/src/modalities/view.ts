import type { AnalysedImage, Archive, Findings, ReportedPhotograph } from '@mingmou/contract'
import type { ReactNode } from 'react'
import type { ViewerShape } from '../ui/eye-viewer/shapes.tsx'
import type { Viewer } from '../ui/eye-viewer/viewer-state.ts'

export interface CardsProps {
  findings: Findings
  image: AnalysedImage
  /** The image's name in the viewer. */
  picture: string
  viewer: Viewer
}

/**
 * The parts of the pages that only one modality has. These are methods, so that one type fits every
 * modality.
 */
export interface View {
  /** The findings as lines over the image. */
  shapes(findings: Findings): ViewerShape[]
  /** The severity of the findings, which puts the worst image of an eye first. */
  severity(findings: Findings): number
  /** The length that the ruler uses without a scale in mm, px; null where it was not measured. */
  discDiameterPx(findings: Findings): number | null
  /** The findings of one image. */
  Cards(props: CardsProps): ReactNode
  archive: {
    /** The fields that can be changed later, and those that are given once. */
    Fields(): ReactNode
    Once(): ReactNode
    /** The fields of an archive on its card. */
    Fact(props: { archive: Archive }): ReactNode
  }
  /** The same for an image of a report. */
  reportShapes(photograph: ReportedPhotograph): ViewerShape[]
}
