import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { ADMISSION_DOCUMENTS, DOCUMENT_KINDS, type DocumentKind } from '@mingmou/contract'
import { Button, Progress, Select, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'
import { ACCEPT, documentProblem, draftOf, type Draft } from './documents.ts'

/** The documents of an institution's sign-up, each with its kind. */
export function DocumentsInput({
  ref,
  id,
  value = [],
  onChange,
  shares,
}: {
  ref?: React.Ref<HTMLDivElement>
  id?: string
  value?: Draft[]
  onChange?: (drafts: Draft[] | undefined) => void
  shares: Readonly<Record<string, number>>
}) {
  const { t } = useTranslation('sessions')
  const [problems, setProblems] = useState<string[]>([])
  const change = (drafts: Draft[]) => onChange?.(drafts.length > 0 ? drafts : undefined)
  const add = (files: File[]) => {
    const checked = files.map((file) => ({ file, problem: documentProblem(file) }))
    setProblems(checked.flatMap(({ problem }) => problem ?? []))
    const good = checked.filter(({ problem }) => problem === null)
    change([
      ...value,
      ...good.map(({ file }, index) => draftOf(file, kindAt(value.length + index))),
    ])
  }
  const full = value.length >= ADMISSION_DOCUMENTS.perSignUp
  return (
    <div {...(ref !== undefined && { ref })} tabIndex={-1} className="documents">
      {value.length > 0 && (
        <ul aria-label={t('documents.label')}>
          {value.map((draft) => (
            <Row
              key={draft.id}
              draft={draft}
              share={shares[draft.id]}
              onKind={(kind) =>
                change(value.map((one) => (one.id === draft.id ? { ...one, kind } : one)))
              }
              onRemove={() => change(value.filter((one) => one.id !== draft.id))}
            />
          ))}
        </ul>
      )}
      <Upload
        {...(id !== undefined && { id })}
        multiple
        accept={ACCEPT}
        showUploadList={false}
        fileList={[]}
        disabled={full}
        beforeUpload={(file, files) => {
          // Called for each of the files that were chosen together.
          if (file === files.at(-1)) add(files)
          return false
        }}
      >
        <Button icon={<PaperClipOutlined />} disabled={full}>
          {t('documents.add')}
        </Button>
      </Upload>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="documents-problem">
          {say(problem)}
        </p>
      ))}
      <p className="soft">{t('documents.hint')}</p>
    </div>
  )
}

function Row(props: {
  draft: Draft
  share: number | undefined
  onKind: (kind: DocumentKind) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('sessions')
  const { name, kind } = props.draft
  return (
    <li>
      <Select<DocumentKind>
        aria-label={t('documents.kindOf', { name: name })}
        value={kind}
        options={DOCUMENT_KINDS.map((one) => ({ value: one, label: t(`documents.kind.${one}`) }))}
        onChange={props.onKind}
      />
      <span className="ellipsis" title={name}>
        {name}
      </span>
      {props.share !== undefined && (
        <Progress
          percent={Math.round(props.share * 100)}
          size="small"
          aria-label={t('documents.sending', { name: name })}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('documents.remove', { name: name })}
        onClick={props.onRemove}
      />
    </li>
  )
}

/** Offered in the order of the admission page. */
const kindAt = (index: number): DocumentKind => DOCUMENT_KINDS[index] ?? 'other'
