import type { StripImage } from './sitting/images.ts'

/** Whose maps a picture has: those of its analysis, or of the newest drawing once it is measured. */
export const mapsOf = (analysisId: string, { analysed }: StripImage): string =>
  [
    analysisId,
    ...(analysed?.drawn?.state === 'measured' ? [analysed.drawings[0]?.drawing_id] : []),
  ].join('/')

/** A picture's name in the viewer: the same before and after its analysis. */
export function viewerKey(archiveId: string, image: { image_index: number }): string {
  return `${archiveId}/${image.image_index}`
}
