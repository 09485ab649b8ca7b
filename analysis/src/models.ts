import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { z } from 'zod'
import { readCard, sha256, type NetworkCard } from './cards.ts'

type AnyCard = z.infer<typeof NetworkCard>

/** A network, ready to run. */
export interface Network<Card extends AnyCard = AnyCard> {
  task: string
  card: Card
  /**
   * `image` [channels, height, width], RGB or grey, 0..1; `field` [height, width], 1 inside the field of view. Answers, for each label,
   * probabilities [height, width], or one of the whole photograph.
   */
  run: (
    image: Float32Array,
    field: Float32Array,
    width: number,
    height: number,
  ) => Promise<Record<string, Float32Array>>
}

interface Wanted<Card extends AnyCard> {
  task: string
  schema: z.ZodType<Card>
  /** Labels that the network must have. */
  labels: readonly string[]
  threads: number
}

interface Loaded<Card extends AnyCard> {
  network: Network<Card>
  version: string
  close: () => Promise<void>
}

/**
 * Reads the card of `dir`/`task` and verifies its network, which takes memory from the first image on that needs it.
 * @throws {Error} that names the task whose card and file are missing or disagree
 */
export async function loadNetwork<Card extends AnyCard>(
  dir: string,
  { task, schema, labels: needed, threads }: Wanted<Card>,
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
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Memory is kept between runs: fresh pages for every layer cost a sixth of its arithmetic.
    enableCpuMemArena: true,
    // One block for the whole graph would take half as much memory again.
    enableMemPattern: false,
    // Threads that wait in a busy loop slow down the work between two runs.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
  let session: Promise<InferenceSession> | null = null
  const ready = async () =>
    (session ??= read()
      .then((bytes) => InferenceSession.create(bytes, options))
      .catch((fault: unknown) => {
        // The next image tries again.
        session = null
        throw fault
      }))
  const { labels } = card
  const run: Network['run'] = async (image, field, width, height) => {
    const output = await (
      await ready()
    ).run({
      image: new Tensor('float32', image, [1, image.length / (height * width), height, width]),
      field: new Tensor('float32', field, [1, 1, height, width]),
    })
    const data = output['probability']?.data
    if (!(data instanceof Float32Array) || data.length % labels.length !== 0)
      throw new Error(`model ${task}: no output "probability" of ${labels.length} labels`)
    const size = data.length / labels.length
    return Object.fromEntries(
      labels.map((label, i) => [label, data.subarray(i * size, (i + 1) * size)]),
    )
  }
  return {
    network: { task, card, run },
    version: `${card.version} ${card.sha256.slice(0, 12)}`,
    close: async () => (await session)?.release(),
  }
}
