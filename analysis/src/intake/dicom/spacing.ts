import type { Scale } from '@mingmou/contract'
import type { DataSet } from 'dicom-parser'
import { ImageRefused } from '../refused.ts'

/** Ophthalmic Photography, 8 and 16 bit. */
const OPHTHALMIC = ['1.2.840.10008.5.1.4.1.1.77.1.5.1', '1.2.840.10008.5.1.4.1.1.77.1.5.2']
/** The possible mm between pixels of a retinal photograph, and the allowed difference of rows and columns. */
const SPACING = { least: 0.001, most: 0.1, apart: 0.02 }
/** A picture is stretched so far at most. */
const MOST_STRETCHED = 4
/** Pixel Spacing, then that of a scanner, then that of the sensor: distances of rows and of columns. */
const DISTANCES = ['x00280030', 'x00182010', 'x00181164']

/**
 * Height of a pixel in its widths: by the distances of rows and columns, else by Pixel Aspect Ratio. 1 where the two
 * are nearly the same, or nothing is said.
 */
export function aspectOf(data: DataSet): number {
  const said = [...DISTANCES, 'x00280034'].map((tag) => {
    const [rows, columns] = [data.floatString(tag, 0) ?? 0, data.floatString(tag, 1) ?? 0]
    return rows > 0 && columns > 0 ? rows / columns : null
  })
  const aspect = said.find((ratio) => ratio !== null) ?? 1
  if (Math.abs(aspect - 1) <= SPACING.apart) return 1
  if (aspect > MOST_STRETCHED || aspect < 1 / MOST_STRETCHED)
    throw new ImageRefused({
      key: 'image_not_square',
      detail: `${Number(aspect.toPrecision(3))}:1`,
    })
  return aspect
}

/**
 * Pixel Spacing of Ophthalmic Photography is the nominal distance on the retina (PS3.3 C.8.17.2).
 * In other kinds of files it may be that of a film or a sensor, as Imager Pixel Spacing always is.
 * No scale is known then. Of pixels that are no squares the finer distance is that of the squares
 * that they are made.
 */
export function scaleOf(data: DataSet): Scale | null {
  const rows = data.floatString('x00280030', 0) ?? 0
  const columns = data.floatString('x00280030', 1) ?? 0
  const { least, most, apart } = SPACING
  if (!OPHTHALMIC.includes(data.string('x00080016') ?? '')) return null
  const finer = Math.min(rows, columns)
  if (!(finer >= least && Math.max(rows, columns) <= most)) return null
  const isSquare = Math.abs(rows - columns) <= apart * rows
  return { mm_per_px: isSquare ? (rows + columns) / 2 : finer, source: 'dicom' }
}
