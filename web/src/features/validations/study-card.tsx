import {
  removeValidation,
  repeatValidation,
  validationFrom,
  validationSay,
  type Validation,
} from '@mingmou/contract'
import { Button, Progress, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { validationPath } from '../../paths.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { studiesChanged } from './queries.ts'

const COLOURS = { running: 'blue', done: 'green', failed: 'red' } as const

export function StudyHead({ study }: { study: Validation }) {
  const { t } = useTranslation('validations')
  const at = formatInstant(study.created_at)
  return (
    <>
      <div className="validation-head">
        <h2 className="long-text">{study.name}</h2>
        <Tag color={COLOURS[study.state]}>{t(`state.${study.state}`)}</Tag>
        {study.again_of !== null && <Tag>{t('again')}</Tag>}
      </div>
      <p className="soft">
        {validationFrom(study, validationSay(language()))}
        {' · '}
        {study.by === '' ? at : t('started', { by: study.by, at })}
      </p>
      {study.state === 'running' && (
        <>
          <p role="status">
            {study.total === 0
              ? t('preparing')
              : t('progress', { done: study.done, total: study.total })}
          </p>
          <Progress
            percent={study.total === 0 ? 0 : Math.floor((100 * study.done) / study.total)}
            size="small"
          />
        </>
      )}
      {study.state === 'failed' && <p role="alert">{t('failedText')}</p>}
    </>
  )
}

/** A study in the list. */
export function StudyCard({ study }: { study: Validation }) {
  const { t } = useTranslation('validations')
  const confirm = useConfirm()
  const { validation_id, name, state } = study
  return (
    <li className="panel">
      <StudyHead study={study} />
      <div className="validation-actions">
        {state === 'done' && (
          <Button type="primary" href={`#${validationPath(validation_id)}`}>
            {t('open')}
          </Button>
        )}
        {state === 'done' && (
          <Button
            onClick={() =>
              confirm(
                'repeat.validation',
                'plain',
                name,
                repeatValidation,
                { validation_id },
                studiesChanged,
              )
            }
          >
            {t('repeat')}
          </Button>
        )}
        <Button
          danger
          onClick={() =>
            confirm(
              'delete.validation',
              'danger',
              name,
              removeValidation,
              { validation_id },
              studiesChanged,
            )
          }
        >
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}
