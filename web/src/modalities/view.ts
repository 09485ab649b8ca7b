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

/** What the pages show of one modality alone. Methods, so that those of one modality stand for those of any. */
export interface View {
  /** What was found, as lines over the image. */
  shapes(findings: Findings): ViewerShape[]
  /** How bad the findings are, to put the worst image of an eye first. */
  severity(findings: Findings): number
  /** By it the ruler measures where no scale in mm is known, px; null where it was not measured. */
  discDiameterPx(findings: Findings): number | null
  /** What was found on one image. */
  Cards(props: CardsProps): ReactNode
  archive: {
    /** The fields that can be changed later, and those that are given once. */
    Fields(): ReactNode
    Once(): ReactNode
    /** What the card of an archive says of its fields. */
    Fact(props: { archive: Archive }): ReactNode
  }
  /** The same for an image of a report. */
  reportShapes(photograph: ReportedPhotograph): ViewerShape[]
}
