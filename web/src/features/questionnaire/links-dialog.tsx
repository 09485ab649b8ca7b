import { QUESTIONNAIRE, type WholeVersion } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { saveLinks } from './queries.ts'

/** Makes links to the open version. They are saved as a file, and nothing shows them again. */
export function LinksDialog({ whole, onClose }: { whole: WholeVersion; onClose: () => void }) {
  const { t } = useTranslation('questionnaire-admin')
  const [count, setCount] = useState<number | null>(20)
  const make = useMutation({
    mutationFn: () => saveLinks(whole.version, count ?? 0),
    onSuccess: onClose,
    onError: (error) => showFailure(error, t('links.failed')),
  })
  return (
    <Modal
      open
      centered
      title={t('links.title')}
      width="5.6rem"
      okText={t('links.ok')}
      okButtonProps={{ disabled: count === null }}
      cancelText={t('common:action.cancel')}
      closable={{ 'aria-label': t('common:action.close') }}
      confirmLoading={make.isPending}
      onOk={() => make.mutate()}
      onCancel={onClose}
    >
      <p>{t('links.text')}</p>
      <p>{t(whole.links_only ? 'links.only' : 'links.beside')}</p>
      <label>
        {t('links.count')}{' '}
        <InputNumber
          min={1}
          max={QUESTIONNAIRE.links}
          precision={0}
          value={count}
          onChange={setCount}
        />
      </label>
      <p className="soft">{t('links.made', { count: whole.links })}</p>
    </Modal>
  )
}
