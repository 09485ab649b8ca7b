import type { BothLanguages } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'

const LANGUAGES = ['zh-CN', 'en'] as const

/** Encoded messages by the path of their field. */
export type Faults = Record<string, string>

export function Fault({ message }: { message: string | undefined }) {
  return (
    <span className="survey-fault" role={message === undefined ? undefined : 'alert'}>
      {message !== undefined && say(message)}
    </span>
  )
}

/** One text in both languages, beside each other. */
export function BothInputs(props: {
  /** Names the inputs, with the language. */
  label: string
  /** The label stands above. */
  shown?: boolean
  value: BothLanguages
  path: string
  faults: Faults
  rows?: number
  onChange: (value: BothLanguages) => void
}) {
  const { t } = useTranslation('questionnaire-admin')
  const { label, value, path, faults, rows } = props
  return (
    <div className="survey-both">
      {LANGUAGES.map((language) => {
        const name = t('inLanguage', { label, language: t(`language.${language}`) })
        const fault = faults[`${path}.${language}`]
        const input = {
          'aria-label': name,
          'aria-invalid': fault !== undefined,
          lang: language,
          value: value[language],
          ...(fault !== undefined && { status: 'error' as const }),
          onChange: ({ target }: { target: { value: string } }) =>
            props.onChange({ ...value, [language]: target.value }),
        }
        return (
          <div key={language}>
            {props.shown !== false && <span aria-hidden>{name}</span>}
            {rows === undefined ? (
              <Input placeholder={t(`language.${language}`)} {...input} />
            ) : (
              <Input.TextArea rows={rows} {...input} />
            )}
            <Fault message={fault} />
          </div>
        )
      })}
    </div>
  )
}
