import { feedbackClasses } from '@mingmou/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'

/** Category and topic of feedback. The only topic of a category is chosen with it. */
export function ClassInput({
  id,
  value = [],
  onChange,
}: {
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
}) {
  const { t } = useTranslation('feedback')
  const classes = feedbackClasses(language())
  const [category, topic] = value
  const topicsOf = (key: string | undefined) =>
    classes.find((kind) => kind.key === key)?.topics ?? []
  const choose = (key: string) => {
    const [only, ...others] = topicsOf(key)
    onChange?.(only && others.length === 0 ? [key, only.key] : [key])
  }
  const options = (entries: readonly { key: string; label: string }[]) =>
    entries.map(({ key, label }) => ({ value: key, label }))
  return (
    <div className="feedback-class">
      <Select
        {...(id !== undefined && { id })}
        {...(category !== undefined && { value: category })}
        placeholder={t('class.category')}
        options={options(classes)}
        onChange={choose}
      />
      <Select
        {...(topic !== undefined && { value: topic })}
        key={category}
        aria-label={t('class.topic')}
        placeholder={t('class.topic')}
        disabled={category === undefined}
        options={options(topicsOf(category))}
        onChange={(key: string) => onChange?.([category ?? '', key])}
      />
    </div>
  )
}
