import type { Modality } from '@mingmou/contract'
import { FUNDUS_VIEW } from './fundus/view.tsx'
import { OCTA_VIEW } from './octa/view.tsx'
import { SURFACE_VIEW } from './surface/view.tsx'
import type { View } from './view.ts'

/** The parts of the pages for each modality that is built. */
export const VIEWS: Readonly<Record<Modality, View>> = {
  fundus: FUNDUS_VIEW,
  surface: SURFACE_VIEW,
  octa: OCTA_VIEW,
}
