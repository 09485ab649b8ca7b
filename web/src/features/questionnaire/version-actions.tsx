import {
  closeQuestionnaire,
  deleteQuestionnaire,
  publishQuestionnaire,
  type WholeVersion,
} from '@mingmou/contract'
import { useIsMutating } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGoOn } from '../../lib/places/use-go-on.ts'
import { PATHS } from '../../paths.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { LinksDialog } from './links-dialog.tsx'
import { moving, versionsChanged } from './queries.ts'

export function VersionActions({ whole }: { whole: WholeVersion }) {
  const { t } = useTranslation('questionnaire-admin')
  const goOn = useGoOn()
  const confirm = useConfirm()
  const { version, revision, status, questions } = whole
  const name = t('versionName', { version })
  const [links, setLinks] = useState(false)
  const isMoving = useIsMutating({ mutationKey: moving(version) }) > 0
  if (status === 'open')
    return (
      <>
        <Button onClick={() => setLinks(true)}>{t('links.title')}</Button>
        <Button
          danger
          onClick={() =>
            confirm(
              'close.questionnaire',
              'danger',
              name,
              closeQuestionnaire,
              { version },
              versionsChanged,
            )
          }
        >
          {t('close')}
        </Button>
        {links && <LinksDialog whole={whole} onClose={() => setLinks(false)} />}
      </>
    )
  if (status === 'closed') return null
  const leave = () => {
    goOn(PATHS.manageQuestionnaire)
    return versionsChanged()
  }
  return (
    <>
      <Button
        danger
        onClick={() =>
          confirm('delete.questionnaire', 'danger', name, deleteQuestionnaire, { version }, leave)
        }
      >
        {t('deleteDraft')}
      </Button>
      <Button
        disabled={questions.length === 0 || isMoving}
        onClick={() =>
          confirm(
            'publish.byLinks',
            'plain',
            name,
            publishQuestionnaire,
            { version, revision, links_only: true },
            versionsChanged,
          )
        }
      >
        {t('links.publish')}
      </Button>
      <Button
        type="primary"
        disabled={questions.length === 0 || isMoving}
        onClick={() =>
          confirm(
            'publish.questionnaire',
            'plain',
            name,
            publishQuestionnaire,
            { version, revision },
            versionsChanged,
          )
        }
      >
        {t('publish')}
      </Button>
    </>
  )
}
