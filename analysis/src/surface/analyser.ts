import type { SurfaceFindings } from '@mingmou/contract'
import type { Analyser } from '../analyser.ts'
import type { SurfaceOptions } from '../phantom/surface.ts'
import { SURFACE_CORRECTIONS } from './corrections.ts'
import { DEMO_PATIENTS, drawDemo } from './demo.ts'
import { draftOpinion, draftPatientOpinion } from './opinion.ts'
import { withCounted } from '../spots.ts'
import { EYE_KEYS, eyesOf, outcomesOf } from './patient.ts'

export const SURFACE_ANALYSER: Analyser<SurfaceFindings, SurfaceOptions> = {
  load: async (folder, options) => {
    // The web process drafts opinions and loads no network.
    const { loadModels } = await import('./models.ts')
    const { analyseSurface } = await import('./analyse.ts')
    const models = await loadModels(folder, options)
    return {
      analyse: async (bytes, known, watch) => {
        const { findings, maps, counted } = await analyseSurface(bytes, models, known, watch)
        return { findings, maps, shown: withCounted(maps, counted) }
      },
      close: models.close,
    }
  },
  opinionOf: draftOpinion,
  opinionOfAll: draftPatientOpinion,
  eyes: { keys: EYE_KEYS, of: eyesOf },
  outcomesOf,
  corrections: SURFACE_CORRECTIONS,
  demo: { patients: DEMO_PATIENTS, draw: drawDemo },
}
