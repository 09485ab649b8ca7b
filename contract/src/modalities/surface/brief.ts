import type { Brief } from '../findings.ts'
import { badnessOfStaining } from './figures.ts'
import type { SurfaceFindings } from './findings.ts'

/** The worst photograph: its grade, or whether there is staining where none was given. */
export function briefOf(photographs: readonly SurfaceFindings[]): Brief {
  const worst = photographs.toSorted((a, b) => badnessOfStaining(b) - badnessOfStaining(a))[0]
  if (!worst || worst.lesion_bool === null) return { word: 'unsure', n: null }
  if (!worst.lesion_bool) return { word: 'clear', n: null }
  const { lesion_grade: n } = worst
  return n === null ? { word: 'stained', n } : { word: 'grade', n }
}
