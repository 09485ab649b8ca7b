import { useEffectEvent, useLayoutEffect } from 'react'
import type { EarlyTexts } from './opinion/use-early.ts'
import type { StripImage } from './sitting/images.ts'
import type { Workspace } from './use-workspace.ts'

/** The picture on screen and the one beside it. What was typed before any was there belongs to the one on screen. */
export function useChosen(
  workspace: Workspace,
  sitting: string,
  images: readonly StripImage[],
  early: EarlyTexts,
) {
  const at = workspace.index ?? early.begunOn(sitting)
  const chosen = images.find(({ image_index }) => image_index === at) ?? images[0]
  const beside = images.find((image) => image.image_index === workspace.beside && image !== chosen)
  const index = chosen?.image_index ?? null
  const unplaced = early.isUnplaced(sitting)
  const place = useEffectEvent(early.place)
  useLayoutEffect(() => {
    if (unplaced && index !== null) place(sitting, index)
  }, [unplaced, sitting, index])
  return { chosen, beside, index }
}
