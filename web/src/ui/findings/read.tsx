import { Eye, type JudgedEyes } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import './findings.css'

/** One reading in a line for each eye. */
export function Read({ by, eyes, note }: { by: string; eyes: JudgedEyes; note: string }) {
  const { t } = useTranslation('readings')
  return (
    <div className="read-line">
      <strong>{by}</strong>
      {Eye.options.map((eye) => {
        const read = eyes[eye]
        return (
          read && (
            <span key={eye}>
              {eye}: {t(`stages.${read.stage ?? 'none'}`)}
              {read.stage !== null && (
                <>
                  {' · '}
                  {t('oedema')} {t(`said.${read.oedema}`)} · {t('glaucoma')}{' '}
                  {t(`said.${read.glaucoma}`)}
                </>
              )}
              {read.treated !== 'none' && ` · ${t(`treatments.${read.treated}`)}`} ·{' '}
              {t(read.referable ? 'referable' : 'notReferable')}
            </span>
          )
        )
      })}
      {note !== '' && <span className="soft">{note}</span>}
    </div>
  )
}
