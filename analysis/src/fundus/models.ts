import type { z } from 'zod'
import { readCard, versionOf } from '../cards.ts'
import { loadNetwork, type Network } from '../models.ts'
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

/**
 * Reads every model of `dir` (`<task>/card.json` and its file) and verifies each against its checksum.
 * @throws {Error} that names the task whose card and file are missing or disagree
 */
export async function loadModels(dir: string, options: { threads?: number } = {}): Promise<Models> {
  const quality = await readCard(dir, 'quality', QualityCard)
  const grading = await readCard(dir, 'grading', GradingCard)
  const glaucoma = await readCard(dir, 'glaucoma', GlaucomaCard)
  const open: (() => Promise<void>)[] = []
  const versions: Record<string, string> = {
    quality: versionOf(quality),
    grading: versionOf(grading),
    glaucoma: versionOf(glaucoma),
    measures: versionOf(MEASURES),
  }
  const load = async <T extends Task>(task: T): Promise<NetworkOf<T>> => {
    const { network, version, close } = await loadNetwork(dir, {
      task,
      schema: NETWORKS[task] as unknown as z.ZodType<CardOf<T>>,
      labels: LABELS[task],
      threads: options.threads ?? 2,
    })
    open.push(close)
    versions[task] = version
    return network
  }
  return {
    vessels: await load('vessels'),
    landmarks: await load('landmarks'),
    disc: await load('disc'),
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
      for (const close of open) await close()
    },
  }
}
