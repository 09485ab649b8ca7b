import type { SurfaceFindings } from '@mingmou/contract'
import type { View } from '../view.ts'
import { SurfaceCards } from './cards.tsx'

/** A photograph has no field but date and device: nothing follows from how the pupil was. */
const Nothing = () => null

export const SURFACE_VIEW: View<SurfaceFindings> = {
  discDiameterPx: () => null,
  Cards: SurfaceCards,
  archive: { Fields: Nothing, Once: Nothing, Fact: Nothing },
}
