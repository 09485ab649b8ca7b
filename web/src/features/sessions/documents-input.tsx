import { DeleteOutlined } from '@ant-design/icons'
import { ADMISSION_DOCUMENTS, DOCUMENT_KINDS, type DocumentKind } from '@mingmou/contract'
import { Button, Progress, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentProblem } from '../../lib/files/documents.ts'
import { DocumentsField } from '../../ui/forms/documents-field.tsx'
import { draftOf, type Draft } from './documents.ts'

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
    const checked = files.map((file) => ({
      file,
      problem: documentProblem(file, ADMISSION_DOCUMENTS.maxBytes),
    }))
    setProblems(checked.flatMap(({ problem }) => problem ?? []))
    const good = checked.filter(({ problem }) => problem === null)
    change([
      ...value,
      ...good.map(({ file }, index) => draftOf(file, kindAt(value.length + index))),
    ])
  }
  return (
    <DocumentsField
      ref={ref}
      id={id}
      className="documents"
      add={t('documents.add')}
      hint={t('documents.hint')}
      full={value.length >= ADMISSION_DOCUMENTS.perSignUp}
      problems={problems}
      onAdd={add}
    >
      {value.length > 0 && (
        <ul aria-label={t('documents.label')}>
          {value.map((draft) => (
            <Row
              key={draft.id}
              draft={draft}
              share={shares[draft.id]}
              onKind={(kind) =>
                change(value.map((other) => (other.id === draft.id ? { ...other, kind } : other)))
              }
              onRemove={() => change(value.filter((other) => other.id !== draft.id))}
            />
          ))}
        </ul>
      )}
    </DocumentsField>
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
        aria-label={t('documents.kindOf', { name })}
        value={kind}
        options={DOCUMENT_KINDS.map((value) => ({ value, label: t(`documents.kind.${value}`) }))}
        onChange={props.onKind}
      />
      <span className="ellipsis" title={name}>
        {name}
      </span>
      {props.share !== undefined && (
        <Progress
          percent={Math.round(props.share * 100)}
          size="small"
          aria-label={t('documents.sending', { name })}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('documents.remove', { name })}
        onClick={props.onRemove}
      />
    </li>
  )
}

/** Offered in the order of the admission page. */
const kindAt = (index: number): DocumentKind => DOCUMENT_KINDS[index] ?? 'other'
