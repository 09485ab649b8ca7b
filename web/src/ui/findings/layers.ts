import { type AnalysedImage, type Layer, withMachine } from '@mingmou/contract'
import type { useModality } from '../../modalities/use-modality.ts'
import type { Scale } from '../eye-viewer/ruler/ruler.ts'
import type { ViewerImage, ViewerOverlay } from '../eye-viewer/viewer-image.ts'

/** The layers of the existing maps. */
export function mapLayers(
  layers: readonly Layer[],
  maps: AnalysedImage['overlays'],
): ViewerOverlay[] {
  return layers.flatMap(
    ({ name, color, drawn, key, hidden, maps: drawnMaps = [{ name, color }] }) => {
      const there = maps.filter((map) => drawnMaps.some((drawnMap) => drawnMap.name === map.name))
      if (drawn === 'lines' || there.length === 0) return []
      const outline = drawn === 'outline'
      return [
        {
          name,
          color,
          maps: there,
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

/**
 * Layers that a finer one replaces stay off until they are asked for. On an ungradable picture all
 * layers do.
 */
export function viewerLayers(
  { layers, entry, view }: Pick<ReturnType<typeof useModality>, 'layers' | 'entry' | 'view'>,
  analysed: AnalysedImage | null,
): Pick<ViewerImage, 'overlays' | 'shapes' | 'scale'> {
  const maps = mapLayers(layers, analysed?.overlays ?? [])
  const data = analysed?.data
  const drawn = analysed?.drawn?.state === 'measured' ? analysed.drawn : null
  const machine = drawn ? entry.lines(drawn.machine) : []
  const shapes = data ? withMachine(entry.lines(data), machine) : []
  const coarse = coarseOf(layers, [...maps, ...shapes])
  return {
    overlays: [
      ...maps.map((map) => ({
        ...map,
        hidden: map.hidden ?? (!data?.gradable || coarse.has(map.name)),
      })),
      ...machineLayer(layers, drawn?.overlays ?? []),
    ],
    shapes: shapes.map((shape) => ({ ...shape, hidden: shape.hidden ?? !data?.gradable })),
    scale: scaleOfImage(view, analysed),
  }
}

/** The machine's spots around which a clinician drew others, as rings. What has an outline of its own is dashed. */
function machineLayer(
  layers: readonly Layer[],
  overlays: AnalysedImage['overlays'],
): ViewerOverlay[] {
  const outlined = new Set(layers.flatMap(({ name, finer }) => (finer === undefined ? [] : [name])))
  const maps = overlays.filter(({ name }) => !outlined.has(name))
  return maps.length === 0
    ? []
    : [{ name: 'machine', color: '#E5E7EB', maps, outline: true, key: 'i' }]
}

/** The scale in which lengths on a picture are told, as far as its findings know one. */
export const scaleOfImage = (
  view: ReturnType<typeof useModality>['view'],
  analysed: AnalysedImage | null,
): Scale => ({
  mmPerPx: analysed?.data?.scale?.mm_per_px ?? null,
  discDiameterPx: analysed?.data ? view.discDiameterPx(analysed.data) : null,
})
