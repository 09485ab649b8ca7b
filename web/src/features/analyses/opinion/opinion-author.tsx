import { authorshipText, sentencesBeyond, type Authorship } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'

/**
 * What the report will say about the author of the opinion. Sentences of the machine's draft that stand in it no more are
 * struck, whether the clinician took them out or the draft is another one by now.
 */
export function OpinionAuthor(props: { text: string; draft: string; authorship: Authorship }) {
  const { t } = useTranslation('analyses')
  const { text, draft, authorship } = props
  const struck = authorship.origin === 'changed' ? sentencesBeyond(draft, text) : []
  return (
    <>
      <p className="dx-caution">
        {t('opinion.author', { text: authorshipText(authorship, language()) })}
      </p>
      {struck.length > 0 && (
        <div className="dx-struck">
          <p>{t('opinion.struck')}</p>
          <ul>
            {struck.map((line) => (
              <li key={line}>
                <del>{line}</del>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
