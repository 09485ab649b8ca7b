import type { AnalysedImage, Layer } from '@mingmou/contract'
import type { ViewerOverlay } from '../eye-viewer/viewer-state.ts'

/** The layers of the existing maps. */
export function mapLayers(
  layers: readonly Layer[],
  maps: AnalysedImage['overlays'],
): ViewerOverlay[] {
  return layers.flatMap(
    ({ name, color, drawn, key, hidden, maps: drawnMaps = [{ name, color }] }) => {
      const there = maps.filter((map) => drawnMaps.some((one) => one.name === map.name))
      if (drawn === 'lines' || there.length === 0) return []
      const outline = drawn === 'outline'
      return [
        {
          ...{ name, color, maps: there },
          ...(key && { key }),
          ...(outline && { outline }),
          ...(hidden && { hidden }),
        },
      ]
    },
  )
}

/** Names of the existing layers that a finer one replaces. */
export function coarseOf(
  layers: readonly Layer[],
  there: readonly { name: string }[],
): ReadonlySet<string> {
  const isThere = (layer: string) => there.some(({ name }) => name === layer)
  return new Set(
    layers.flatMap(({ name, finer }) => (finer !== undefined && isThere(finer) ? [name] : [])),
  )
}
