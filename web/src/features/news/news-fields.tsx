import { NEWS } from '@mingmou/contract'
import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { Markdown } from '../../ui/frame/markdown.tsx'
import { PictureInput } from '../../ui/forms/picture-input.tsx'

export function NewsFields({ picture_url }: { picture_url: string | null }) {
  const { t } = useTranslation('news')
  return (
    <div className="form-grid">
      <Field name="happened_on" label={t('field.happened_on')}>
        <DateInput />
      </Field>
      <Field name="published" label={t('field.published')}>
        <Radio.Group
          options={[
            { value: false, label: t('state.draft') },
            { value: true, label: t('state.published') },
          ]}
        />
      </Field>
      {LANGUAGES.map((language) => (
        <Field key={language} name={`title_${language}`} label={t(`field.title_${language}`)}>
          <Input maxLength={NEWS.titleChars} />
        </Field>
      ))}
      {LANGUAGES.map((language) => (
        <Field
          key={language}
          name={`body_${language}`}
          label={t(`field.body_${language}`)}
          hint={t('manage.markdown')}
        >
          <Input.TextArea rows={8} maxLength={NEWS.bodyChars} />
        </Field>
      ))}
      {LANGUAGES.map((language) => (
        <Preview key={language} name={`body_${language}`} />
      ))}
      <Field name="picture" label={t('field.picture')} className="wide">
        <PictureInput
          type="news"
          texts={{
            choose: t('picture.choose'),
            remove: t('picture.remove'),
            hint: t('picture.hint'),
            sending: t('picture.sending'),
            tooLarge: (size) => t('picture.tooLarge', { size }),
          }}
          preview={(chosen) => <Picture url={chosen === undefined ? picture_url : chosen} />}
          {...(picture_url !== null && { stored: true })}
        />
      </Field>
    </div>
  )
}

const LANGUAGES = ['zh', 'en'] as const

/** What visitors will see of a text, as it is typed. */
function Preview({ name }: { name: string }) {
  const { t } = useTranslation('news')
  const text = Form.useWatch<unknown>(name)
  return (
    <section className="panel news-preview" aria-label={t('manage.preview')}>
      {typeof text === 'string' && text.trim() !== '' ? (
        <Markdown text={text} />
      ) : (
        <p className="soft">{t('manage.preview')}</p>
      )}
    </section>
  )
}

function Picture({ url }: { url: string | null }) {
  const { t } = useTranslation('news')
  if (url === null) return <span className="soft">{t('picture.none')}</span>
  return <img className="news-picture" src={url} alt={t('picture.chosen')} />
}
