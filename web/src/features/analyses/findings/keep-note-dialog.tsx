import { addImageNote, listImageNotes, NOTE_CHARS } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { changed } from '../../../lib/calls/call-query.ts'
import { CallDialog } from '../../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import type { XY } from '../../../ui/eye-viewer/view.ts'

interface KeepProps {
  imageId: string
  index: number
  points: XY[]
  length: string
  onClose: () => void
}

export function KeepNoteDialog({ imageId, index, points, length, onClose }: KeepProps) {
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

const tenth = (px: number) => Math.round(px * 10) / 10
