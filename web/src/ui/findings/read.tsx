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
        const one = eyes[eye]
        return (
          one && (
            <span key={eye}>
              {eye}: {t(`stages.${one.stage ?? 'none'}`)}
              {one.stage !== null && (
                <>
                  {' · '}
                  {t('oedema')} {t(`said.${one.oedema}`)} · {t('glaucoma')}{' '}
                  {t(`said.${one.glaucoma}`)}
                </>
              )}
              {one.treated !== 'none' && ` · ${t(`treatments.${one.treated}`)}`} ·{' '}
              {t(one.referable ? 'referable' : 'notReferable')}
            </span>
          )
        )
      })}
      {note !== '' && <span className="soft">{note}</span>}
    </div>
  )
}
