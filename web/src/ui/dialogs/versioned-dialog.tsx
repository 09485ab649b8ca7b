import { type BodyOf, type Call, type InputOf } from '@mingmou/contract'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { storedMeanwhile, type Changeable } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { begun } from '../../lib/calls/begun.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { CallDialog } from './call-dialog.tsx'
import { ConflictDialog, type Choices } from './conflict-dialog.tsx'
import { clearedBy, mergedBody, rowsOfBoth, type Values } from './two-versions.ts'

/**
 * The change of a record by a dialog. Where somebody else saved it meanwhile, both versions are
 * shown, and what is chosen is saved.
 */
export function VersionedDialog<
  C extends Call<z.ZodType<{ version?: number | undefined }>>,
  Row extends Changeable,
>(props: {
  title: string
  call: C
  /** What names the record. */
  id: Partial<BodyOf<C>>
  record: Row
  schema: z.ZodType<Row>
  /** The fields of the form with their labels. */
  labels: Record<string, string>
  /** Fields that stay as they are stored while the form has no value of them. The others are cleared. */
  staying?: readonly string[]
  /** A value as it is read. */
  shown?: (name: string, value: unknown) => string
  done: string
  fallback: string
  onDone: () => unknown
  onClose: () => void
  agree?: (body: InputOf<C>) => Promise<boolean>
  width?: string
  children: React.ReactNode
}) {
  const { call, id, record, schema, onClose } = props
  const mine = useRef<Values>({})
  const [stored, setStored] = useState<Row | null>(null)
  const began = record as unknown as Values

  const refused = (error: unknown): boolean => {
    const found = storedMeanwhile(error, schema)
    if (found) setStored(found)
    return found !== null
  }
  const save = async (theirs: Row, choices: Choices) => {
    const both = { mine: mine.current, stored: theirs as unknown as Values }
    const fields = mergedBody(props, both, choices)
    setStored(null)
    mine.current = fields
    const of = begun()
    try {
      await api(call, { ...id, ...fields, version: theirs.version } as InputOf<C>, { of })
    } catch (error) {
      if (!refused(error)) showFailure(error, props.fallback)
      return
    }
    showSuccess(of(props.done))
    void props.onDone()
    onClose()
  }
  return (
    <>
      <CallDialog
        title={props.title}
        call={call}
        fixed={{ ...id, version: record.version } as Partial<InputOf<C>>}
        initial={Object.fromEntries(clearedBy(props).map((name) => [name, began[name]]))}
        {...(props.width !== undefined && { width: props.width })}
        agree={props.agree}
        prepare={(body) => {
          mine.current = { ...(body as Values) }
          return Promise.resolve(body)
        }}
        onRefused={refused}
        fallback={props.fallback}
        onClose={onClose}
        done={props.done}
        onDone={props.onDone}
      >
        {props.children}
      </CallDialog>
      {stored && (
        <ConflictDialog
          by={stored.changed_by ?? ''}
          at={stored.changed_at ?? ''}
          rows={rowsOfBoth(props, {
            began,
            // oxlint-disable-next-line react/refs -- The body that was refused: it changes with `stored` alone.
            mine: mine.current,
            stored: stored as unknown as Values,
          })}
          onClose={() => setStored(null)}
          onSave={(choices) => void save(stored, choices)}
        />
      )}
    </>
  )
}
