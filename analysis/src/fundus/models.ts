import type { z } from 'zod'
import { readCard, versionOf } from '../cards.ts'
import { laneOf } from '../networks/lane.ts'
import { loadNetwork, type Network } from '../networks/models.ts'
import {
  GlaucomaCard,
  GradingCard,
  LABELS,
  NETWORKS,
  QualityCard,
  type CardOf,
  type Task,
} from './cards.ts'
import { MEASURES } from './decisions.ts'

export type NetworkOf<T extends Task> = Network<CardOf<T>>

/** All that the analysis of a fundus photograph needs besides the photograph. */
export interface Models {
  vessels: NetworkOf<'vessels'>
  landmarks: NetworkOf<'landmarks'>
  disc: NetworkOf<'disc'>
  disc_alone: NetworkOf<'disc_alone'>
  lesions: NetworkOf<'lesions'>
  is_fundus: NetworkOf<'is_fundus'>
  screening: NetworkOf<'screening'>
  retinopathy: NetworkOf<'retinopathy'>
  other_disease: NetworkOf<'other_disease'>
  quality: z.infer<typeof QualityCard>
  grading: z.infer<typeof GradingCard>
  glaucoma: z.infer<typeof GlaucomaCard>
  /** Task -> version with the first 12 hex digits of its checksum. */
  versions: Record<string, string>
  close: () => Promise<void>
}

/** Two networks at once use two cores better than one on both: these have a lane of their own, and take about as long as the others. */
const SECOND: readonly Task[] = ['vessels', 'lesions']

/**
 * Reads every model of `dir` (`<task>/card.json` and its file) and verifies each against its checksum.
 * @throws {Error} that names the task whose card and file are missing or disagree
 */
export async function loadModels(dir: string, options: { threads?: number } = {}): Promise<Models> {
  const quality = await readCard(dir, 'quality', QualityCard)
  const grading = await readCard(dir, 'grading', GradingCard)
  const glaucoma = await readCard(dir, 'glaucoma', GlaucomaCard)
  const { threads = 2 } = options
  const first = laneOf(Math.ceil(threads / 2))
  const second = threads > 1 ? laneOf(Math.floor(threads / 2)) : first
  const versions: Record<string, string> = {
    quality: versionOf(quality),
    grading: versionOf(grading),
    glaucoma: versionOf(glaucoma),
    measures: versionOf(MEASURES),
  }
  const load = async <T extends Task>(task: T): Promise<NetworkOf<T>> => {
    const { network, version } = await loadNetwork(dir, {
      task,
      schema: NETWORKS[task] as unknown as z.ZodType<CardOf<T>>,
      labels: LABELS[task],
      lane: SECOND.includes(task) ? second : first,
    })
    versions[task] = version
    return network
  }
  return {
    vessels: await load('vessels'),
    landmarks: await load('landmarks'),
    disc: await load('disc'),
    disc_alone: await load('disc_alone'),
    lesions: await load('lesions'),
    is_fundus: await load('is_fundus'),
    screening: await load('screening'),
    retinopathy: await load('retinopathy'),
    other_disease: await load('other_disease'),
    quality: quality.card,
    grading: grading.card,
    glaucoma: glaucoma.card,
    versions,
    close: async () => {
      for (const { close } of new Set([first, second])) await close()
    },
  }
}
