import type { z } from 'zod'
import { versionOf } from '../cards.ts'
import { laneOf } from '../networks/lane.ts'
import { loadNetwork, type Network } from '../networks/models.ts'
import { LABELS, OctaCard } from './cards.ts'
import { MEASURES } from './decisions.ts'

/** All that the analysis of an OCTA scan needs besides the scan. */
export interface Models {
  octa: Network<z.infer<typeof OctaCard>>
  /** Task -> version with the first 12 hex digits of its checksum. */
  versions: Record<string, string>
  close: () => Promise<void>
}

/**
 * Reads the network of `dir` (`octa/card.json` and its file) and verifies it against its checksum.
 * @throws {Error} that names the task whose card and file are missing or disagree
 */
export async function loadModels(dir: string, options: { threads?: number } = {}): Promise<Models> {
  const lane = laneOf(options.threads ?? 2)
  const { network, version } = await loadNetwork(dir, {
    task: 'octa',
    schema: OctaCard,
    labels: LABELS,
    lane,
  })
  return {
    octa: network,
    versions: { octa: version, measures: versionOf(MEASURES) },
    close: lane.close,
  }
}
