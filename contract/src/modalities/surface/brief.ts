import type { Brief } from '../../findings/findings.ts'
import { badnessOfStaining } from './figures.ts'
import type { SurfaceFindings } from './findings.ts'

/** The highest grade of the Oxford-like scale. */
const HIGHEST = 5

/** The highest grade. Where a photograph leaves it open, the eye may have more: then only whether there is staining. */
export function briefOf(photographs: readonly SurfaceFindings[]): Brief {
  const worst = photographs.toSorted((a, b) => badnessOfStaining(b) - badnessOfStaining(a))[0]
  if (!worst || worst.lesion_bool === null) return { word: 'unsure', n: null }
  if (!worst.lesion_bool) return { word: 'clear', n: null }
  const grades = photographs.flatMap(({ lesion_grade }) => lesion_grade ?? [])
  const isOpen = grades.length < photographs.length
  const n = Math.max(...grades)
  return isOpen && n < HIGHEST ? { word: 'stained', n: null } : { word: 'grade', n }
}
