import { PaperClipOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import type { ReactNode, Ref } from 'react'
import { ACCEPTED_DOCUMENTS } from '../../lib/files/documents.ts'
import { say } from '../../lib/texts/say.ts'
import './documents-field.css'

/** The documents that are chosen, a button that adds more, and what is wrong with those that were not taken. */
export function DocumentsField(props: {
  ref: Ref<HTMLDivElement> | undefined
  id: string | undefined
  className: string
  add: string
  hint: string
  full: boolean
  problems: readonly string[]
  onAdd: (files: File[]) => void
  children: ReactNode
}) {
  const { ref, id } = props
  return (
    <div
      {...(ref !== undefined && { ref })}
      tabIndex={-1}
      className={`documents-field ${props.className}`}
    >
      {props.children}
      <Upload
        {...(id !== undefined && { id })}
        multiple
        accept={ACCEPTED_DOCUMENTS}
        showUploadList={false}
        fileList={[]}
        disabled={props.full}
        beforeUpload={(file, files) => {
          // Called for each of the files that were chosen together.
          if (file === files.at(-1)) props.onAdd(files)
          return false
        }}
      >
        <Button icon={<PaperClipOutlined />} disabled={props.full}>
          {props.add}
        </Button>
      </Upload>
      {props.problems.map((problem) => (
        <p key={problem} role="alert" className="documents-field-problem">
          {say(problem)}
        </p>
      ))}
      <p className="soft">{props.hint}</p>
    </div>
  )
}
