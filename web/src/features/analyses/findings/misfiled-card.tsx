import {
  type AnalysisResult,
  type Archive,
  type Modality,
  MODALITY,
  seemingKind,
} from '@mingmou/contract'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OfModality } from '../../../modalities/use-modality.ts'
import { Filed } from '../../../ui/findings/filed.tsx'

/** The button that files images as the kind they look like. */
export type FileHere = (misfiled: { archive: Archive; images: readonly number[] }) => ReactNode

interface Props {
  archive: Archive
  result: AnalysisResult | undefined
  /** The place of the shown image. */
  index: number
  fileHere: FileHere
}

/** An image that looks like another kind: the offer to file it there, or where it went. */
export function MisfiledCard({ archive, result, index, fileHere }: Props) {
  const { t } = useTranslation('analyses')
  const image = archive.images.find((image) => image.image_index === index)
  if (!image) return null
  const kinds = kindsOf(archive, result)
  const kind = kinds.get(index)
  const images = [...kinds].flatMap(([at, other]) => (other === kind ? [at] : []))
  return (
    <>
      {kind && (
        <Alert
          type="info"
          showIcon
          title={t('misfiled.seems', {
            kind: t(`kinds:${kind}.tab`),
            count: images.length,
          })}
          // Beside the words, a long name of the kind would leave them no room.
          description={<OfModality value={kind}>{fileHere({ archive, images })}</OfModality>}
        />
      )}
      <Filed pid={archive.pid} image={image} />
    </>
  )
}

/** The kind that each image looks like, of those that were not filed there. */
function kindsOf(
  { images }: Archive,
  result: AnalysisResult | undefined,
): ReadonlyMap<number, Modality> {
  const analysed = result ? [...result.right, ...result.left, ...result.other] : []
  return new Map(
    images.flatMap(({ image_index, filed_as }) => {
      const quality = analysed.find((photograph) => photograph.image_index === image_index)?.quality
      const kind = quality ? seemingKind(quality) : null
      const isThere = filed_as.some(
        ({ diagnosis_class }) => kind && MODALITY[kind].class === diagnosis_class,
      )
      return kind && !isThere ? [[image_index, kind] as const] : []
    }),
  )
}
