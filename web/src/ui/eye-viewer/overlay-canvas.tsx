import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOverlay } from './load-image.ts'
import type { ViewerOverlay } from './viewer-image.ts'

interface Props {
  /** Stays the same while signed addresses change. */
  pictureKey: string
  layer: ViewerOverlay
  label: string
  /** px that it needs at most across; its own width where none is said. */
  width?: number
}

/** A layer of maps, to lie over a photograph of the same shape. */
export function OverlayCanvas({ pictureKey, layer, label, width }: Props) {
  const { t } = useTranslation('viewer')
  const canvas = useRef<HTMLCanvasElement>(null)
  const map = useQuery({
    queryKey: ['picture', pictureKey, layer.name],
    queryFn: ({ signal }) => loadOverlay(layer, signal, { width }),
    staleTime: Infinity,
  })
  useEffect(() => {
    const target = canvas.current
    if (!target || !map.data) return
    target.width = map.data.width
    target.height = map.data.height
    target.getContext('2d')?.drawImage(map.data, 0, 0)
  }, [map.data])
  if (map.isError)
    return (
      <button type="button" className="ev-retry" onClick={() => void map.refetch()}>
        {t('overlay_failed')} · {t('retry')}
      </button>
    )
  return <canvas ref={canvas} role="img" aria-label={label} />
}
