import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../../modalities/use-modality.ts'
import type { Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { scaleOfImage } from '../../../ui/findings/layers.ts'
import { Failed } from '../../../ui/states/states.tsx'
import type { StripImage } from '../sitting/images.ts'
import { notesQuery, numbered } from '../queries.ts'
import { viewerKey } from '../viewer-key.ts'
import { pointsOf, lengthTextOf, middleOf } from './note-points.ts'
import { NoteRow } from './note-row.tsx'
import { KeepNoteDialog } from './keep-note-dialog.tsx'

interface Props {
  /** The archive. */
  imageId: string
  image: StripImage
  viewer: Viewer
}

/** What clinicians keep with a picture. Clicking one flies to it. */
export function NotesCard({ imageId, image, viewer }: Props) {
  const { t } = useTranslation('analyses')
  const { view } = useModality()
  const notes = useQuery(notesQuery(imageId))
  const [keeping, setKeeping] = useState(false)
  const key = viewerKey(imageId, image)
  const scale = scaleOfImage(view, image.analysed)
  const line = viewer.state.lines[key]
  const points = line && pointsOf(line)
  const shown = numbered(notes.data?.rows ?? [], image.image_index)
  // Without notes there is no card: the tools of the viewer begin one.
  const empty = shown.length === 0 && !notes.isError && points?.length !== 2
  return (
    <>
      {!empty && (
        <section className="dx-card">
          <header className="dx-row">
            <h2>{t('notes.title', { count: shown.length })}</h2>
            {points?.length === 2 && (
              <Button size="small" type="primary" onClick={() => setKeeping(true)}>
                {t('notes.keep_length', { length: lengthTextOf(points, scale) })}
              </Button>
            )}
          </header>
          {notes.isError && <Failed title={t('notes.failed')} query={notes} />}
          {shown.length > 0 && (
            <ul className="dx-notes">
              {shown.map(({ number, note }) => (
                <NoteRow
                  key={note.note_id}
                  number={number}
                  note={note}
                  length={lengthTextOf(note.points, scale)}
                  onFly={() => viewer.fly(key, middleOf(note.points), image)}
                />
              ))}
            </ul>
          )}
        </section>
      )}
      {points && (points.length === 1 || keeping) && (
        <KeepNoteDialog
          imageId={imageId}
          index={image.image_index}
          points={points}
          length={lengthTextOf(points, scale)}
          onClose={() => {
            setKeeping(false)
            viewer.measure({ key }, undefined)
          }}
        />
      )}
    </>
  )
}
