import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOverlay } from './load-image.ts'

interface Props {
  /** Stays the same while signed addresses change. */
  pictureKey: string
  url: string
  color: string
  label: string
}

/** A probability map in its colour, to lie over a photograph of the same shape. */
export function OverlayCanvas({ pictureKey, url, color, label }: Props) {
  const { t } = useTranslation('viewer')
  const canvas = useRef<HTMLCanvasElement>(null)
  const map = useQuery({
    queryKey: ['picture', pictureKey, color],
    queryFn: ({ signal }) => loadOverlay(url, color, signal),
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
