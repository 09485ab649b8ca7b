import { useEffect, useMemo, useState } from 'react'
import { parseColor } from '../overlay.ts'
import { pixelsOfSketch } from './sketch-pixels.ts'
import type { Sketch } from './sketch.ts'
import type { Size } from '../view.ts'

/** Opacity of what is drawn, of 255: the photograph shows through. */
const INSIDE = 96

/** The mask in the colour of its layer, its edge without transparency. */
export function usePainted(sketch: Sketch, image: Size): ImageBitmap | null {
  const { size, start, strokes, held, color } = sketch
  const { width, height } = image
  const pixels = useMemo(
    () => pixelsOfSketch({ size, start, strokes, held }, { width, height }),
    [size, start, strokes, held, width, height],
  )
  const [painted, setPainted] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    let current = true
    void createImageBitmap(colouredOf(pixels, size, color)).then((made) => {
      if (current) setPainted(made)
    })
    return () => {
      current = false
    }
  }, [pixels, size, color])
  return painted
}

function colouredOf(pixels: Uint8Array, { width, height }: Size, color: string): ImageData {
  const picture = new ImageData(width, height)
  const { r, g, b } = parseColor(color)
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === 0) continue
    const isEdge = [at - 1, at + 1, at - width, at + width].some((near) => pixels[near] !== 255)
    picture.data.set([r, g, b, isEdge ? 255 : INSIDE], 4 * at)
  }
  return picture
}
