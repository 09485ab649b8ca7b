import { deleteExam, EXAM_PAGE_SIZE, EyeExam, searchExams } from '@mingmou/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { CallForm, Field } from '../../ui/forms/call-form.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { useConfirmDelete } from '../../ui/dialogs/confirm-delete.tsx'
import { DayFilter } from '../../ui/forms/date-input.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { ExamCard } from './exam-card.tsx'
import { rowsOfConflict } from './conflict.ts'
import { ExamForm } from './exam-form.tsx'
import { examsChanged, examsQuery, formQuery, type ExamFilter } from './queries.ts'
import './eye-exams.css'

const NEW = 'new'

/**
 * The eye examinations of a patient. Which form is open stands in the address, so that a reload
 * opens it again.
 */
export function PatientEyeExams({ pid }: { pid: string }) {
  const [params, setParams] = useSearchParams()
  const open = params.get('exam')
  const show = (exam: string | null) => {
    const address = new URLSearchParams(params)
    if (exam === null) address.delete('exam')
    else address.set('exam', exam)
    setParams(address, { replace: true })
  }
  if (open === null)
    return <ExamList pid={pid} onAdd={() => show(NEW)} onEdit={({ rid }) => show(rid)} />
  return (
    <OpenForm
      key={open}
      pid={pid}
      {...(open !== NEW && { rid: open })}
      onClose={() => show(null)}
    />
  )
}

function ExamList(props: { pid: string; onAdd: () => void; onEdit: (exam: EyeExam) => void }) {
  const { t } = useTranslation('eye-exams')
  const { pid, onAdd } = props
  const [filter, setFilter] = useState<ExamFilter>({})
  const [page, setPage] = useState(1)
  const query = useQuery({ ...examsQuery(pid, filter, page), placeholderData: keepPreviousData })
  const draft = useQuery(formQuery(pid)).data?.draft
  const confirmDelete = useConfirmDelete()
  const { data } = query
  const remove = (exam: EyeExam) =>
    confirmDelete('eye-exams:delete', exam.record_date, {
      call: deleteExam,
      id: { rid: exam.rid },
      record: exam,
      schema: EyeExam,
      differences: (now) => rowsOfConflict(t, exam, now, undefined),
      onChanged: examsChanged,
    })
  const searching = filter.start_date !== undefined || filter.end_date !== undefined
  const add = (
    <Button type="primary" onClick={onAdd}>
      {t('list.add')}
    </Button>
  )
  return (
    <>
      <ExamSearch
        pid={pid}
        onFound={(found) => {
          setFilter(found)
          setPage(1)
        }}
      >
        {add}
      </ExamSearch>
      {draft && (
        <Alert
          type="info"
          showIcon
          title={t('list.draft', { time: formatInstant(draft.saved_at) })}
          action={<Button onClick={onAdd}>{t('list.resume')}</Button>}
        />
      )}
      {query.isError && !data && <Failed title={t('list.failed')} query={query} />}
      {!query.isError && !data && <Loading />}
      {data?.rows.length === 0 && (
        <div className="panel">
          <Nothing hint={searching ? t('common:state.noMatch') : t('list.empty')} />
        </div>
      )}
      {data && data.rows.length > 0 && (
        <>
          <ul className="exams">
            {data.rows.map((exam) => (
              <ExamCard
                key={exam.rid}
                exam={exam}
                onEdit={() => props.onEdit(exam)}
                onDelete={() => remove(exam)}
              />
            ))}
          </ul>
          <Pagination
            align="end"
            current={data.page}
            pageSize={EXAM_PAGE_SIZE}
            total={data.total_count}
            showSizeChanger={false}
            showTotal={(count) => t('common:state.total', { count })}
            onChange={setPage}
          />
        </>
      )}
    </>
  )
}

/** A search by days. A day that cannot be is refused at its field. */
function ExamSearch(props: {
  pid: string
  onFound: (filter: ExamFilter) => void
  children: React.ReactNode
}) {
  const { t } = useTranslation('eye-exams')
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const { pid, onFound } = props
  return (
    <CallForm
      call={searchExams}
      form={form}
      fixed={{ pid, page: 1 }}
      fallback={t('list.failed')}
      className="panel exam-search"
      onDone={(data, { start_date, end_date }) => {
        const filter = { ...(start_date && { start_date }), ...(end_date && { end_date }) }
        client.setQueryData(examsQuery(pid, filter, 1).queryKey, data)
        showSuccess(say('query_ok'))
        onFound(filter)
      }}
    >
      <Field name="start_date" label={t('field.start_date')}>
        <DayFilter />
      </Field>
      <Field name="end_date" label={t('field.end_date')}>
        <DayFilter />
      </Field>
      <div className="exam-search-actions">
        <Button htmlType="submit">{t('common:action.search')}</Button>
        <Button
          onClick={() => {
            form.resetFields()
            onFound({})
          }}
        >
          {t('common:action.reset')}
        </Button>
        {props.children}
      </div>
    </CallForm>
  )
}

/** The form, once its examination, the one before it and its draft are here. */
function OpenForm({ pid, rid, onClose }: { pid: string; rid?: string; onClose: () => void }) {
  const { t } = useTranslation('eye-exams')
  const query = useQuery(formQuery(pid, rid))
  const { data } = query
  const back = <Button onClick={onClose}>{t('common:action.back')}</Button>
  if (query.isError && !data)
    return <Failed title={t('form.openFailed')} query={query} extra={back} />
  if (!data) return <Loading />
  return (
    <ExamForm
      pid={pid}
      exam={data.exam ?? undefined}
      last={data.last ?? undefined}
      draft={data.draft}
      onClose={onClose}
    />
  )
}
