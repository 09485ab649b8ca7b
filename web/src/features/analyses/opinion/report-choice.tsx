import type { AnalysedImage } from '@mingmou/contract'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../../paths.ts'
import { useModality } from '../../../modalities/use-modality.ts'

interface Props {
  open: boolean
  reports: AnalysedImage['reports']
  onClose: () => void
}

/** Asked where an image has several reports. */
export function ReportChoice({ open, reports, onClose }: Props) {
  const { t } = useTranslation('analyses')
  const { key } = useModality()
  return (
    <Modal open={open} title={t('choice.title')} footer={null} onCancel={onClose}>
      <ul className="dx-choice">
        {reports.map(({ report_id, report_no }, index) => (
          <li key={report_id}>
            <a href={`#${reportPath(key, report_no)}`} target="_blank" rel="noopener">
              {report_no}
            </a>
            {index === 0 && <small>{t('choice.newest')}</small>}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
