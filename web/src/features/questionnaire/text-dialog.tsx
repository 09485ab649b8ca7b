import { setQuestionnaireText, type WholeVersion } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BothInputs } from './both-inputs.tsx'
import { EditDialog } from './edit-dialog.tsx'

/** Title and introduction of a draft. */
export function TextDialog({ whole, onClose }: { whole: WholeVersion; onClose: () => void }) {
  const { t } = useTranslation('questionnaire-admin')
  const { version, revision } = whole
  const [title, setTitle] = useState(whole.title)
  const [intro, setIntro] = useState(whole.intro)
  return (
    <EditDialog
      title={t('text.button')}
      call={setQuestionnaireText}
      body={{ version, revision, title, intro }}
      isChanged={title !== whole.title || intro !== whole.intro}
      failed={t('saveFailed')}
      onClose={onClose}
    >
      {(faults) => (
        <div className="survey-form">
          <BothInputs
            label={t('text.title')}
            value={title}
            path="title"
            faults={faults}
            onChange={setTitle}
          />
          <BothInputs
            label={t('text.intro')}
            value={intro}
            path="intro"
            faults={faults}
            rows={5}
            onChange={setIntro}
          />
        </div>
      )}
    </EditDialog>
  )
}
