import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { readCard, sha256, type NetworkCard } from '../cards.ts'
import type { Lane, Running } from './lane.ts'

type AnyCard = z.infer<typeof NetworkCard>

/** A network, ready to run. */
export interface Network<Card extends AnyCard = AnyCard> {
  task: string
  card: Card
  /**
   * Answers, for each view and label, probabilities of the crop's shape, or one of the whole photograph; and what else the
   * network draws, under its own name.
   */
  show: Running
}

interface Wanted<Card extends AnyCard> {
  task: string
  schema: z.ZodType<Card>
  /** Labels that the network must have. */
  labels: readonly string[]
  /** Where it runs. */
  lane: Lane
}

interface Loaded<Card extends AnyCard> {
  network: Network<Card>
  version: string
}

/**
 * Reads the card of `dir`/`task` and verifies its network, which takes memory from the first image on that needs it.
 * @throws {Error} that names the task whose card and file are missing or disagree
 */
export async function loadNetwork<Card extends AnyCard>(
  dir: string,
  { task, schema, labels: needed, lane }: Wanted<Card>,
): Promise<Loaded<Card>> {
  const { card } = await readCard(dir, task, schema)
  const read = async () => {
    const bytes = await readFile(join(dir, task, card.file)).catch((fault: unknown) => {
      throw new Error(`model ${task}: ${card.file} cannot be read`, { cause: fault })
    })
    if (sha256(bytes) !== card.sha256)
      throw new Error(`model ${task}: ${card.file} is not the file its card describes`)
    return bytes
  }
  const lack = needed.filter((label) => !card.labels.includes(label))
  if (lack.length > 0) throw new Error(`model ${task}: its labels lack ${lack.join(', ')}`)
  await read()
  const held = lane.hold(read)
  const { labels } = card
  const show: Running = async (crop, views) => {
    const outputs = await held(crop, views)
    return outputs.map(({ probability, ...drawn }) => {
      if (probability === undefined || probability.length % labels.length !== 0)
        throw new Error(`model ${task}: no output "probability" of ${labels.length} labels`)
      const size = probability.length / labels.length
      const told = labels.map(
        (label, i) => [label, probability.subarray(i * size, (i + 1) * size)] as const,
      )
      return { ...Object.fromEntries(told), ...drawn }
    })
  }
  return { network: { task, card, show }, version: `${card.version} ${card.sha256.slice(0, 12)}` }
}
