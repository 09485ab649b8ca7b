import { useQuery } from '@tanstack/react-query'
import { useShownResult } from '../../lib/live/shown-result.ts'
import { useIsLive } from '../../lib/live/socket.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { archivesQuery, imagesQuery, notesQuery, resultQuery } from './queries.ts'
import { stripImages } from './sitting/images.ts'
import type { Workspace } from './use-workspace.ts'

/** The sitting that the address names, or the newest of the patient: its pictures, analysis and notes. */
export function useOpenSitting({ pid, imageId }: Workspace) {
  const { key } = useModality()
  const live = useIsLive()
  const archives = useQuery(archivesQuery(key, pid))
  const rows = archives.data?.rows
  const archive = imageId === '' ? rows?.[0] : rows?.find(({ image_id }) => image_id === imageId)
  const pictures = useQuery(imagesQuery(key, pid))
  useShownResult(archive?.image_id)
  const result = useQuery(resultQuery(key, archive?.analysis_record_id ?? '', live))
  const notes = useQuery(notesQuery(archive?.image_id ?? ''))
  const kept = pictures.data?.rows.find(({ rid }) => rid === archive?.image_id)
  return {
    archives,
    archive,
    pictures,
    result,
    notes,
    kept,
    images: stripImages(result.data, kept),
    /** Asks for the addresses of everything on screen again. */
    refetch: () => {
      void archives.refetch()
      void pictures.refetch()
      if (archive?.analysis_record_id) void result.refetch()
    },
  }
}
export type OpenSitting = ReturnType<typeof useOpenSitting>
