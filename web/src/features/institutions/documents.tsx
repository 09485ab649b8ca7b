import { DownloadOutlined } from '@ant-design/icons'
import { adminOpenDocument, type AdmissionDocument } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatSize } from '../../lib/texts/i18n.ts'
import { follow } from '../../lib/places/navigate.ts'

/** The documents of an institution's sign-up. Each can be saved, and none is shown in the page. */
export function Documents(props: { documents: AdmissionDocument[]; refused: boolean }) {
  const { t } = useTranslation('institutions')
  const { documents, refused } = props
  if (documents.length === 0)
    return <p className="soft">{t(refused ? 'documents.gone' : 'documents.none')}</p>
  return (
    <ul className="documents-given">
      {documents.map((document) => (
        <Given key={document.document_id} document={document} />
      ))}
    </ul>
  )
}

function Given({ document: { document_id, kind, name, size } }: { document: AdmissionDocument }) {
  const { t } = useTranslation('institutions')
  const open = useMutation({
    mutationFn: () => api(adminOpenDocument, { document_id }),
    onSuccess: ({ url }) => follow(url),
    onError: (error) => showFailure(error, t('documents.failed')),
  })
  return (
    <li>
      <span>{t(`documents.kind.${kind}`)}</span>
      <span className="ellipsis soft" title={name}>
        {name}
      </span>
      <span className="soft">{formatSize(size)}</span>
      <Button
        type="link"
        size="small"
        icon={<DownloadOutlined />}
        loading={open.isPending}
        aria-label={t('documents.save', { name })}
        onClick={() => open.mutate()}
      >
        {t('documents.download')}
      </Button>
    </li>
  )
}
