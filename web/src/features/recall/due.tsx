import { isRefer, type PlannedStep } from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { lines } from './step-lines.tsx'

/** When the step is due, and where it is. */
export function Due({ due_on, overdue, place, state, kind }: PlannedStep) {
  const { t } = useTranslation('recall')
  return lines(
    due_on ?? t('noDay'),
    <span>
      {overdue && <Tag color="warning">{t('late')}</Tag>}
      {place === 'unsigned' && <Tag color="error">{t('place.unsigned')}</Tag>}
      {place === 'waiting' && isRefer(kind) && state && <Tag>{t(`state.${state}`)}</Tag>}
      {place !== 'waiting' && place !== 'unsigned' && <Tag>{t(`place.${place}`)}</Tag>}
    </span>,
  )
}
