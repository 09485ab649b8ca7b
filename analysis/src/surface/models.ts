import type { z } from 'zod'
import { versionOf } from '../cards.ts'
import { laneOf } from '../networks/lane.ts'
import { loadNetwork, type Network } from '../networks/models.ts'
import { LABELS, SurfaceCard } from './cards.ts'
import { MEASURES } from './decisions.ts'

/** All that the analysis of a fluorescein photograph needs besides the photograph. */
export interface Models {
  surface: Network<z.infer<typeof SurfaceCard>>
  /** Task -> version with the first 12 hex digits of its checksum. */
  versions: Record<string, string>
  close: () => Promise<void>
}

/**
 * Reads the network of `dir` (`surface/card.json` and its file) and verifies it against its checksum.
 * @throws {Error} that names the task whose card and file are missing or disagree
 */
export async function loadModels(dir: string, options: { threads?: number } = {}): Promise<Models> {
  const lane = laneOf(options.threads ?? 2)
  const { network, version } = await loadNetwork(dir, {
    task: 'surface',
    schema: SurfaceCard,
    labels: LABELS,
    lane,
  })
  return {
    surface: network,
    versions: { surface: version, measures: versionOf(MEASURES) },
    close: lane.close,
  }
}
