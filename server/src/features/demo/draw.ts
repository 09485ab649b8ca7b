import { ANALYSERS } from '@mingmou/analysis'
import type { DrawnSitting } from './people.ts'

const EYES = ['OD', 'OS'] as const

/** Both eyes of a sitting, the same ones every time. */
export const drawSitting = ({ modality, seed, drawing }: DrawnSitting) =>
  Promise.all(
    EYES.map(async (eye, index) => ({
      eye,
      name: `DEMO-${eye}.jpg`,
      bytes: await ANALYSERS[modality].demo.draw(seed + index, drawing, { eye, caption: 'DEMO' }),
    })),
  )
