import { useCallback, useEffect, useState } from 'react'
import type { Size } from './view.ts'

export function useSize(element: React.RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  const observe = useCallback((target: HTMLElement) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (element.current ? observe(element.current) : undefined), [element, observe])
  return size
}
