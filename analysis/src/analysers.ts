import { join } from 'node:path'
import { MODALITIES, type Modality } from '@mingmou/contract'
import type { Analyser, Ready } from './analyser.ts'
import { FUNDUS_ANALYSER } from './fundus/analyser.ts'
import { OCTA_ANALYSER } from './octa/analyser.ts'
import { SURFACE_ANALYSER } from './surface/analyser.ts'

/** The analysis of every modality that is built. */
export const ANALYSERS: Readonly<Record<Modality, Analyser>> = {
  fundus: FUNDUS_ANALYSER,
  surface: SURFACE_ANALYSER,
  octa: OCTA_ANALYSER,
}

export type Models = Readonly<Record<Modality, Ready>>

/** The models of every modality: `folder` has one folder for each. */
export async function loadAllModels(
  folder: string,
  options?: { threads?: number },
): Promise<Models> {
  const loading = MODALITIES.map(
    async ({ key }) => [key, await ANALYSERS[key].load(join(folder, key), options)] as const,
  )
  return Object.fromEntries(await Promise.all(loading)) as Record<Modality, Ready>
}
