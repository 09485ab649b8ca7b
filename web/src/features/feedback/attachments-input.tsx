import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { FEEDBACK, message } from '@mingmou/contract'
import { Button, Progress, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'

export interface Attachment {
  id: string
  file: File
}

const EXTENSIONS = ['pdf', 'jpg', 'jpeg', 'png', 'webp']
let made = 0

/** The fault of a file before it is sent, as an encoded message. The server checks its content. */
function problemOf({ name, size }: File): string | null {
  const extension = name.split('.').pop()?.toLowerCase() ?? ''
  if (!EXTENSIONS.includes(extension)) return message('document_type', name)
  return size > FEEDBACK.maxBytes ? message('document_too_large', name) : null
}

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
  const full = value.length >= FEEDBACK.files
  return (
    <div {...(ref !== undefined && { ref })} tabIndex={-1} className="feedback-files">
      {value.length > 0 && (
        <ol aria-label={t('field.file_list')}>
          {value.map(({ id: one, file }, index) => {
            const share = shares[one]
            return (
              <li key={one}>
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
                  onClick={() => change(value.filter((other) => other.id !== one))}
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
      <Upload
        {...(id !== undefined && { id })}
        multiple
        accept={EXTENSIONS.map((one) => `.${one}`).join(',')}
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
          {t('files.add')}
        </Button>
      </Upload>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="feedback-problem">
          {say(problem)}
        </p>
      ))}
      <p className="soft">{t('files.hint')}</p>
    </div>
  )
}
