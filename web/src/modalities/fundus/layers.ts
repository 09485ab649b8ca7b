import { LESIONS, uncountedOf, type AnalysedImage } from '@mingmou/contract'
import type { ViewerOverlay } from '../../ui/eye-viewer/viewer-state.ts'

const UNCOUNTED: readonly string[] = LESIONS.map(uncountedOf)
const PALE = '#E5E7EB'

/** A layer of every map; the spots that are not counted, of whatever kind, are one, outlined and off at first. */
export function findingLayers(maps: AnalysedImage['overlays']): ViewerOverlay[] {
  const beside = maps.filter(({ name }) => UNCOUNTED.includes(name))
  const layers = maps
    .filter((map) => !beside.includes(map))
    .map((map): ViewerOverlay => ({ name: map.name, color: map.color, maps: [map] }))
  if (beside.length === 0) return layers
  return [
    ...layers,
    { name: 'uncounted', key: 'u', color: PALE, maps: beside, outline: true, hidden: true },
  ]
}
