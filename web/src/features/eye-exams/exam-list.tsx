import { deleteExam, EXAM_PAGE_SIZE, EyeExam } from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirmDelete } from '../../ui/dialogs/confirm-delete.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { ExamCard } from './exam-card.tsx'
import { rowsOfConflict } from './conflict.ts'
import { examsChanged, examsQuery, formQuery, type ExamFilter } from './queries.ts'
import { ExamSearch } from './exam-search.tsx'

export function ExamList(props: {
  pid: string
  onAdd: () => void
  onEdit: (exam: EyeExam) => void
}) {
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
