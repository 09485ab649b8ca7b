import type { AnalysedImage, Archive, Findings, RecordedTreatment } from '@mingmou/contract'
import type { ReactNode } from 'react'
import type { Viewer } from '../ui/eye-viewer/use-viewer.ts'

export interface CardsProps<Found = Findings> {
  /** The analysis that the image is of. */
  recordId: string
  findings: Found
  image: AnalysedImage
  /** Treatments of the retina that the complications of the patient record. */
  treatments: readonly RecordedTreatment[]
  /** The image's name in the viewer. */
  picture: string
  viewer: Viewer
}

/** What the pages show of one modality alone. Methods, so that those of one modality stand for those of any. */
export interface View<Found = Findings> {
  /** By it the ruler measures where no scale in mm is known, px; null where it was not measured. */
  discDiameterPx(findings: Found): number | null
  /** What was found on one image. */
  Cards(this: void, props: CardsProps<Found>): ReactNode
  archive: {
    /** The fields that can be changed later, and those that are given once. */
    Fields: () => ReactNode
    Once: () => ReactNode
    /** The fields of an archive on its card. */
    Fact: (props: { archive: Archive }) => ReactNode
  }
}
