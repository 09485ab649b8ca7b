import {
  addImageNote,
  deleteImageNote,
  listImageNotes,
  NOTE_CHARS,
  type ImageNote,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changed } from '../../../lib/calls/call-query.ts'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { CallDialog } from '../../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../../ui/forms/call-form.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { lengthBetween, lengthText, type Scale } from '../../../ui/eye-viewer/ruler.ts'
import type { XY } from '../../../ui/eye-viewer/view.ts'
import type { Line, Viewer } from '../../../ui/eye-viewer/viewer-state.ts'
import { scaleOfImage } from '../../../ui/findings/layers.ts'
import { Failed } from '../../../ui/states/states.tsx'
import type { StripImage } from '../sitting/images.ts'
import { notesQuery, numbered } from '../queries.ts'
import { viewerKey } from '../viewer-area.tsx'

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
                {t('notes.keep_length', { length: textOf(points, scale) })}
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
                  length={textOf(note.points, scale)}
                  onFly={() => viewer.fly(key, middleOf(note.points), image)}
                />
              ))}
            </ul>
          )}
        </section>
      )}
      {points && (points.length === 1 || keeping) && (
        <KeepDialog
          imageId={imageId}
          index={image.image_index}
          points={points}
          length={textOf(points, scale)}
          onClose={() => {
            setKeeping(false)
            viewer.measure({ key }, undefined)
          }}
        />
      )}
    </>
  )
}

interface RowProps {
  number: number
  note: ImageNote
  length: string
  onFly: () => void
}

function NoteRow({ number, note, length, onFly }: RowProps) {
  const { t } = useTranslation('analyses')
  const confirm = useConfirm()
  const { note_id, text, author, made_at, removable } = note
  return (
    <li>
      <button type="button" onClick={onFly}>
        <strong>
          #{number} {length}
        </strong>
        {text !== '' && <span className="long-text">{text}</span>}
        <small>
          {author} · {formatInstant(made_at)}
        </small>
      </button>
      {removable && (
        <Button
          size="small"
          type="text"
          aria-label={t('notes.remove', { number })}
          onClick={() =>
            confirm('delete.note', `#${number}`, deleteImageNote, { note_id }, () =>
              changed(listImageNotes),
            )
          }
        >
          {t('notes.remove_short')}
        </Button>
      )}
    </li>
  )
}

interface KeepProps {
  imageId: string
  index: number
  points: XY[]
  length: string
  onClose: () => void
}

function KeepDialog({ imageId, index, points, length, onClose }: KeepProps) {
  const { t } = useTranslation('analyses')
  const measured = length !== ''
  return (
    <CallDialog
      title={t(measured ? 'notes.keep_length' : 'notes.keep', { length })}
      call={addImageNote}
      fixed={{
        image_id: imageId,
        image_index: index,
        points: points.map(([x, y]): [number, number] => [tenth(x), tenth(y)]),
      }}
      check={({ text }) => (measured || text ? {} : { text: 'required' })}
      fallback={t('notes.keep_failed')}
      done={t('notes.kept')}
      onDone={() => changed(listImageNotes)}
      onClose={onClose}
    >
      <Field name="text" label={t(measured ? 'notes.text_optional' : 'notes.text')}>
        <Input.TextArea rows={4} maxLength={NOTE_CHARS} showCount autoFocus />
      </Field>
    </CallDialog>
  )
}

/** The one point of a tap, otherwise both ends. */
const pointsOf = ({ from, to }: Line): XY[] => (from === to ? [from] : [from, to])

const textOf = ([from, to]: readonly XY[], scale: Scale): string =>
  from && to ? lengthText(lengthBetween(from, to, scale)) : ''

const middleOf = ([from, to]: readonly XY[]): XY => {
  const [x1, y1] = from ?? [0, 0]
  const [x2, y2] = to ?? [x1, y1]
  return [(x1 + x2) / 2, (y1 + y2) / 2]
}

const tenth = (px: number) => Math.round(px * 10) / 10
