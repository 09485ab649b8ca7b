import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Levels, loadLevels, loadOverlay } from './load-image.ts'
import type { Layer, ViewerImage } from './viewer-image.ts'

/** Decoded pictures are large. They are freed soon after the last pane that shows them. */
const KEPT_MS = 30_000
const OPTIONS = { staleTime: Infinity, gcTime: KEPT_MS, retry: 1 } as const

export interface Pictures {
  base: Levels | undefined
  overlays: ReadonlyMap<string, Levels>
  failed: boolean
  loading: boolean
  again: () => void
}

/**
 * The decoded picture and maps of an image. A failed one is tried again when it gets a new address.
 */
export function usePictures(image: ViewerImage, shown: (layer: Layer) => boolean): Pictures {
  const base = useQuery({
    ...OPTIONS,
    queryKey: ['picture', image.key],
    queryFn: ({ signal }) => loadLevels(image.url, signal, image.bend),
  })
  const maps = useQueries({
    queries: image.overlays.map((overlay) => ({
      ...OPTIONS,
      queryKey: ['picture', image.key, image.analysis, overlay.name],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Levels> => [
        await loadOverlay(overlay, signal, { bend: image.bend }),
      ],
      enabled: shown(overlay),
    })),
  })
  const failed = [base, ...maps].filter((query) => query.isError)
  const again = () => {
    for (const query of failed) void query.refetch()
  }
  const onNewAddress = useEffectEvent(again)
  useEffect(() => onNewAddress(), [image.url])
  return {
    base: base.data,
    overlays: new Map(
      image.overlays.flatMap(({ name }, index) => {
        const data = maps[index]?.data
        return data ? [[name, data] as const] : []
      }),
    ),
    failed: failed.length > 0,
    loading: base.isPending || maps.some((map) => map.isFetching),
    again,
  }
}
