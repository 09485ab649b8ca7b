import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ROOT } from './packages.ts'

const Card = z.object({ question: z.string(), version: z.string(), licence: z.string() })

export interface ModelCard extends z.infer<typeof Card> {
  /** The weights, below the root. */
  path: string
  sha256: string
}

/** The networks with weights, by their cards. */
export function modelCards(): ModelCard[] {
  return readdirSync(join(ROOT, 'models'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('model.onnx'))
    .map((path) => `models/${path.replaceAll('\\', '/')}`)
    .sort()
    .map((path) => {
      const card = join(ROOT, dirname(path), 'card.json')
      if (!existsSync(card)) throw new Error(`${path}: has no card`)
      const sha256 = createHash('sha256')
        .update(readFileSync(join(ROOT, path)))
        .digest('hex')
      return { ...Card.parse(JSON.parse(readFileSync(card, 'utf8'))), path, sha256 }
    })
}
