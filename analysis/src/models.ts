import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { Reason } from '@mingmou/contract'
import { z } from 'zod'

const NetworkCard = z.object({
  task: z.string(),
  version: z.string(),
  file: z.string(),
  sha256: z.string().length(64),
  threshold: z.number().gt(0).lt(1),
  input: z.object({ field_diameter_px: z.int().min(64), multiple: z.int().min(1) }),
})

const Line = z.object({
  weight: z.number(),
  mean: z.number(),
  spread: z.number().positive(),
  /** What is named where this feature pulls a refused score down the most. */
  blame: Reason,
})

/** What `fundus/quality.ts` asks its card for. */
const QUALITY_LIMITS = [
  'outline',
  'inside_frame',
  'grey_spread',
  'grey_outline',
  'grey_contrast',
  'red_over_blue',
  'red_over_green',
  'contrast',
  'noise',
  'dark_lines',
  'dull',
  'crisp',
  'dull_full',
  'crisp_full',
  'too_small',
  'small',
  'blurred',
  'soft',
  'too_dark',
  'dim',
  'too_bright',
  'bright',
  'low_contrast',
  'flat',
  'shaded',
  'uneven',
  'field_cut',
  'cut',
  'score',
  'standard_score',
] as const

const QualityCard = z.object({
  task: z.literal('quality'),
  version: z.string(),
  /** Side to which the field's diameter is brought for the features of the score, px. */
  field_diameter_px: z.int(),
  /** Logistic model of 'good enough to be read': bias + sum of weight (feature - mean) / spread. */
  score: z.object({ bias: z.number(), features: z.record(z.string(), Line) }),
  thresholds: z.record(z.enum(QUALITY_LIMITS), z.number()),
})

export interface VesselModel {
  task: string
  fieldDiameter: number
  multiple: number
  threshold: number
  run: (
    image: Float32Array,
    field: Float32Array,
    width: number,
    height: number,
  ) => Promise<Float32Array>
}

/** Everything an analysis needs beside the image. */
export interface Models {
  vessels: VesselModel
  quality: z.infer<typeof QualityCard>
  /** Task -> version with the first 12 hex digits of its checksum. */
  versions: Record<string, string>
  close: () => Promise<void>
}

async function readCard<T>(
  dir: string,
  task: string,
  schema: z.ZodType<T>,
): Promise<{ card: T; raw: Buffer }> {
  try {
    const raw = await readFile(join(dir, task, 'card.json'))
    return { card: schema.parse(JSON.parse(raw.toString('utf8'))), raw }
  } catch (fault) {
    throw new Error(`model ${task}: its card cannot be read`, { cause: fault })
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function readNetwork(dir: string, task: string, threads: number) {
  const { card } = await readCard(dir, task, NetworkCard)
  const bytes = await readFile(join(dir, task, card.file)).catch((fault: unknown) => {
    throw new Error(`model ${task}: ${card.file} cannot be read`, { cause: fault })
  })
  if (sha256(bytes) !== card.sha256)
    throw new Error(`model ${task}: ${card.file} is not the file its card describes`)
  const session = await InferenceSession.create(bytes, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
  })
  return { card, session }
}

/**
 * Loads every model of `dir` (`<task>/card.json` and its file) and verifies each against its checksum.
 * @throws {Error} that names the task whose card and file are missing or disagree
 */
export async function loadModels(dir: string, options: { threads?: number } = {}): Promise<Models> {
  const quality = await readCard(dir, 'quality', QualityCard)
  const vessels = await readNetwork(dir, 'vessels', options.threads ?? 2)
  return {
    vessels: {
      task: 'vessels',
      fieldDiameter: vessels.card.input.field_diameter_px,
      multiple: vessels.card.input.multiple,
      threshold: vessels.card.threshold,
      run: async (image, field, width, height) => {
        const output = await vessels.session.run({
          image: new Tensor('float32', image, [1, 3, height, width]),
          field: new Tensor('float32', field, [1, 1, height, width]),
        })
        const data = output['probability']?.data
        if (!(data instanceof Float32Array))
          throw new Error('model vessels: no output "probability"')
        return data
      },
    },
    quality: quality.card,
    versions: {
      vessels: `${vessels.card.version} ${vessels.card.sha256.slice(0, 12)}`,
      quality: `${quality.card.version} ${sha256(quality.raw).slice(0, 12)}`,
    },
    close: () => vessels.session.release(),
  }
}
