import type { Brief } from '../../findings/findings.ts'
import { zoneSideOf } from './figure-table.ts'
import type { OctaFindings } from './findings.ts'

/** Patches first, then a zone outside its reference; `clear` where both were looked for. */
export function briefOf(scans: readonly OctaFindings[]): Brief {
  const patches = Math.max(0, ...scans.map(({ gaps }) => gaps?.count ?? 0))
  if (patches > 0) return { word: 'gaps', n: patches }
  const side = scans.map(zoneSideOf).find((found) => found !== null)
  if (side) return { word: side, n: null }
  const open = scans.some(({ gaps, faz_area_mm2 }) => gaps === null || faz_area_mm2 === null)
  return { word: open ? 'partly' : 'clear', n: null }
}
