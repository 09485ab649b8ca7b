import type { Eye } from '@mingmou/contract'
import { useModality } from '../../modalities/use-modality.ts'
import { bentLines, type Bend } from '../../ui/eye-viewer/bend.ts'
import type { ViewerImage } from '../../ui/eye-viewer/viewer-image.ts'
import { viewerLayers } from '../../ui/findings/layers.ts'
import type { Shown } from './sides.ts'

export type Modality = ReturnType<typeof useModality>

export function paneOf(modality: Modality, eye: Eye, { sitting, image }: Shown) {
  return {
    ...viewerLayers(modality, image),
    key: `${sitting.image_id}/${String(image.image_index)}`,
    analysis: sitting.analysis_record_id ?? '',
    url: image.image_url,
    width: image.width,
    height: image.height,
    eye,
  }
}

/** The later picture, bent as the earlier one lies and in its size. */
export function bentPane(
  modality: Modality,
  eye: Eye,
  after: Shown,
  before: Shown,
  bend: Bend | null,
): Omit<ViewerImage, 'label'> {
  const pane = paneOf(modality, eye, after)
  if (!bend) return pane
  const below = paneOf(modality, eye, before)
  return {
    ...pane,
    key: `${pane.key}@${below.key}`,
    width: bend.to.width,
    height: bend.to.height,
    bend,
    shapes: (pane.shapes ?? []).map((lines) => bentLines(lines, bend)),
    ...(below.scale && { scale: below.scale }),
  }
}
