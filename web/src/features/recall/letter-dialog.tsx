import {
  isRefer,
  LANGUAGES,
  LETTERS,
  stepLetter,
  type Language,
  type LetterTo,
  type PlannedStep,
} from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { saveFile } from '../../lib/files/download.ts'
import { LetterCodes } from './letter-codes.tsx'
import { language } from '../../lib/texts/i18n.ts'

/** A letter about a next step, as a PDF of one page in the language of its reader. */
export function LetterDialog({ step, onClose }: { step: PlannedStep; onClose: () => void }) {
  const { t } = useTranslation('recall')
  const [to, setTo] = useState<LetterTo>(isRefer(step.kind) ? 'clinic' : 'patient')
  const [lang, setLang] = useState<Language>(language())
  const { step_id, name, ad_card_number } = step
  const saving = useMutation({
    mutationFn: () =>
      saveFile(
        stepLetter.path,
        { type: 'application/pdf', name: `${ad_card_number}-${to}.pdf` },
        { step_id, to, lang },
      ),
    onSuccess: onClose,
    onError: (error) => showFailure(error, t('letter.failed')),
  })
  return (
    <Modal
      open
      centered
      title={t('letter.title', { name })}
      onCancel={onClose}
      footer={
        <Button type="primary" autoFocus loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('letter.save')}
        </Button>
      }
    >
      <div className="recall-letter">
        <Radio.Group
          aria-label={t('letter.to')}
          value={to}
          options={LETTERS.map((value) => ({ value, label: t(`letter.${value}`) }))}
          onChange={({ target }) => setTo(target.value as LetterTo)}
        />
        <Radio.Group
          aria-label={t('letter.language')}
          value={lang}
          options={LANGUAGES.map((value) => ({ value, label: t(`letter.in.${value}`) }))}
          onChange={({ target }) => setLang(target.value as Language)}
        />
      </div>
      {to === 'patient' && <LetterCodes step_id={step_id} />}
    </Modal>
  )
}
