import { deleteImageNote, listImageNotes, type ImageNote } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { changed } from '../../../lib/calls/call-query.ts'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'

interface RowProps {
  number: number
  note: ImageNote
  length: string
  onFly: () => void
}

export function NoteRow({ number, note, length, onFly }: RowProps) {
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
            confirm('delete.note', 'danger', `#${number}`, deleteImageNote, { note_id }, () =>
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
