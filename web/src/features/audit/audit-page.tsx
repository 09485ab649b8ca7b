import { DownloadOutlined } from '@ant-design/icons'
import { auditActionMap, auditOutcomeMap, today } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { showFailure } from '../../lib/calls/api.ts'
import { language } from '../../lib/texts/i18n.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import type { Words } from '../../ui/lists/list-state.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { auditList, saveAudit } from './queries.ts'
import './audit.css'

const IN_ADDRESS = ['action', 'outcome', 'origin', 'from', 'to']

/**
 * The audit log: an institution's main account sees its own entries, administrators those of the
 * platform.
 */
export function Component() {
  const { t } = useTranslation('audit')
  const [params, setParams] = useSearchParams()
  const session = useSession()
  const pid = params.get('pid')
  const list = auditList(pid)
  const columns = useAuditColumns()
  const save = useMutation({
    mutationFn: (words: Words) => saveAudit(words, pid, `${t('file')}-${today()}.csv`),
    onSuccess: () => showSuccess(t('exported')),
    onError: (error) => showFailure(error, t('exportFailed')),
  })
  return (
    <>
      <PageTitle title={t('title')} />
      <ListPage
        label={t('title')}
        list={list}
        fields={[
          { name: 'person', label: t('field.person'), max: 64 },
          { name: 'target', label: t('field.target'), max: 64 },
          { name: 'action', label: t('field.action'), choices: auditActionMap(language()) },
          { name: 'outcome', label: t('field.outcome'), choices: auditOutcomeMap(language()) },
          // Only an institution can have moved here.
          ...(session?.role === '3'
            ? [{ name: 'origin', label: t('field.origin'), choices: { imported: t('imported') } }]
            : []),
          { name: 'from', label: t('field.from'), kind: 'date' },
          { name: 'to', label: t('field.to'), kind: 'date' },
        ]}
        inAddress={IN_ADDRESS}
        rowKey="id"
        columns={columns}
        failed={t('failed')}
        empty={t('empty')}
        above={(page, words) => (
          <div className="audit-head">
            {pid !== null && (
              <Tag closable onClose={() => setParams({})}>
                {t('onePatient', { name: page?.rows[0]?.patient_name ?? '' })}
              </Tag>
            )}
            <span className="soft">{t('hint')}</span>
            <Button
              icon={<DownloadOutlined />}
              loading={save.isPending}
              onClick={() => save.mutate(words)}
            >
              {t('export')}
            </Button>
          </div>
        )}
      />
    </>
  )
}
