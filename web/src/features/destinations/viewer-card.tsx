import { setViewer } from '@mingmou/contract'
import { Button, Input, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { viewerChanged } from './queries.ts'

/** The viewer that patients and sittings are opened in. */
export function ViewerCard({ viewer }: { viewer: string | null }) {
  const { t } = useTranslation('destinations')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className="panel destinations-viewer" aria-labelledby="viewer-title">
      <header>
        <h2 id="viewer-title">{t('viewer.title')}</h2>
        <Button onClick={() => setIsOpen(true)}>{t('viewer.set')}</Button>
      </header>
      <p className="soft">{t('viewer.lead')}</p>
      <p>
        {viewer === null ? (
          <span className="soft">{t('viewer.none')}</span>
        ) : (
          <Typography.Text copyable={{ text: viewer }} className="long-text">
            {viewer}
          </Typography.Text>
        )}
      </p>
      {isOpen && (
        <CallDialog
          title={t('viewer.dialog')}
          call={setViewer}
          initial={{ url: viewer ?? '' }}
          done={t('viewer.done')}
          fallback={t('viewer.failed')}
          onDone={viewerChanged}
          onClose={() => setIsOpen(false)}
        >
          <Field name="url" label={t('viewer.address')} hint={t('viewer.hint')}>
            <Input autoFocus autoComplete="off" maxLength={256} />
          </Field>
        </CallDialog>
      )}
    </section>
  )
}
