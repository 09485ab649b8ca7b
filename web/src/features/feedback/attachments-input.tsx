import { DeleteOutlined } from '@ant-design/icons'
import { FEEDBACK } from '@mingmou/contract'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentProblem } from '../../lib/files/documents.ts'
import { formatSize } from '../../lib/texts/i18n.ts'
import { DocumentsField } from '../../ui/forms/documents-field.tsx'

export interface Attachment {
  id: string
  file: File
}

let made = 0

const problemOf = (file: File) => documentProblem(file, FEEDBACK.maxBytes)

/** Files that go with feedback, numbered as refusals of the server count them. */
export function AttachmentsInput({
  ref,
  id,
  value = [],
  onChange,
  shares,
}: {
  ref?: React.Ref<HTMLDivElement>
  id?: string
  value?: Attachment[]
  onChange?: (attachments: Attachment[] | undefined) => void
  shares: Readonly<Record<string, number>>
}) {
  const { t } = useTranslation('feedback')
  const [problems, setProblems] = useState<string[]>([])
  const change = (next: Attachment[]) => onChange?.(next.length > 0 ? next : undefined)
  const add = (files: File[]) => {
    const good = files.filter((file) => problemOf(file) === null)
    const room = FEEDBACK.files - value.length
    setProblems([
      ...files.flatMap((file) => problemOf(file) ?? []),
      ...(good.length > room ? ['attachments_count'] : []),
    ])
    change([...value, ...good.slice(0, room).map((file) => ({ id: `file-${++made}`, file }))])
  }
  return (
    <DocumentsField
      ref={ref}
      id={id}
      className="feedback-files"
      add={t('files.add')}
      hint={t('files.hint')}
      full={value.length >= FEEDBACK.files}
      problems={problems}
      onAdd={add}
    >
      {value.length > 0 && (
        <ol aria-label={t('field.file_list')}>
          {value.map(({ id: attached, file }, index) => {
            const share = shares[attached]
            return (
              <li key={attached}>
                <span>{index + 1}.</span>
                <span className="ellipsis" title={file.name}>
                  {file.name}
                </span>
                <span className="soft">{formatSize(file.size)}</span>
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('files.remove', { name: file.name })}
                  onClick={() => change(value.filter((other) => other.id !== attached))}
                />
                {share !== undefined && (
                  <Progress
                    percent={Math.round(share * 100)}
                    size="small"
                    aria-label={t('files.sending', { name: file.name })}
                  />
                )}
              </li>
            )
          })}
        </ol>
      )}
    </DocumentsField>
  )
}
