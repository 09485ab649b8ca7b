import { DRIFT, noteDrift } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { driftChanged } from './queries.ts'

/** What was done about a device. It ends the alarm. */
export function NoteForm({ alarm_id }: { alarm_id: string }) {
  const { t } = useTranslation('drift')
  const [note, setNote] = useState('')
  const [anew, setAnew] = useState(false)
  const keep = useMutation({
    mutationFn: () => api(noteDrift, { alarm_id, note, anew }),
    onError: (error) => showFailure(error, t('note.keep')),
    onSettled: driftChanged,
  })
  return (
    <form
      className="drift-note"
      onSubmit={(event) => {
        event.preventDefault()
        keep.mutate()
      }}
    >
      <label>
        {t('note.label')}
        <Input.TextArea
          value={note}
          maxLength={DRIFT.noteChars}
          autoSize={{ minRows: 2 }}
          placeholder={t('note.hint')}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <Checkbox checked={anew} onChange={({ target }) => setAnew(target.checked)}>
        {t('note.anew', { n: DRIFT.baseline })}
      </Checkbox>
      <Button
        type="primary"
        htmlType="submit"
        loading={keep.isPending}
        disabled={note.trim() === ''}
      >
        {t('note.keep')}
      </Button>
      <p className="soft">{t('note.effect')}</p>
    </form>
  )
}
