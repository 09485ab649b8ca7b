import type { Modality } from '@mingmou/contract'
import { FUNDUS_VIEW } from './fundus/view.tsx'
import type { View } from './view.ts'

/** What the pages show of each modality that is built. */
export const VIEWS: Readonly<Record<Modality, View>> = {
  fundus: FUNDUS_VIEW,
}
