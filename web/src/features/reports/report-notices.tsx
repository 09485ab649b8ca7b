import type { Notice } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../paths.ts'
import { useModality } from '../../modalities/use-modality.ts'

/** More lines than these are folded. */
const FEW = 8

/** What became of the report, with a link to the other report it is about. */
export function ReportNotices({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation('reports')
  const { key } = useModality()
  return notices.map(({ text, plain, lines, link }) => (
    <div key={text} role={plain ? 'note' : 'alert'} className={plain ? 'rp-note' : 'rp-void'}>
      <p>
        <strong>{text}</strong>
        {link !== null && (
          <>
            {' '}
            <a href={`#${reportPath(key, link)}`}>{t(plain ? 'open_older' : 'open_newer')}</a>
          </>
        )}
      </p>
      {lines.length > 0 && (
        <details open={lines.length <= FEW}>
          <summary>{t('details', { n: lines.length })}</summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  ))
}
