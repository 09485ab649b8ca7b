import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { IDENTIFIER_KINDS, IDENTIFIERS_MOST, type Identifier } from '@mingmou/contract'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import './add-patient.css'

const BLANK: Identifier = { kind: 'record', value: '', issuer: '' }

/** Numbers of a patient besides the card number, one a line. null: there is none any more. */
export function IdentifiersInput(props: {
  /** The form sets these. */
  id?: string
  value?: Identifier[] | null
  onChange?: (value: Identifier[] | null) => void
}) {
  const { t } = useTranslation('patients')
  const all = props.value ?? []
  const keep = (next: Identifier[]) => props.onChange?.(next.length > 0 ? next : null)
  const change = (place: number, part: Partial<Identifier>) =>
    keep(all.map((identifier, at) => (at === place ? { ...identifier, ...part } : identifier)))
  const kinds = IDENTIFIER_KINDS.map((value) => ({ value, label: t(`identifier.${value}`) }))
  return (
    <div className="identifiers" role="group" aria-label={t('field.identifiers')} id={props.id}>
      {all.map((identifier, place) => {
        const called = { number: place + 1 }
        return (
          <div key={place} className="identifier">
            <Select
              value={identifier.kind}
              options={kinds}
              aria-label={t('identifier.kind', called)}
              onChange={(kind) =>
                change(place, { kind, ...(kind === 'national' && { issuer: '' }) })
              }
            />
            <Input
              value={identifier.value}
              maxLength={64}
              aria-label={t('identifier.value', called)}
              placeholder={t('identifier.number')}
              onChange={({ target }) => change(place, { value: target.value })}
            />
            {identifier.kind !== 'national' && (
              <Input
                value={identifier.issuer}
                maxLength={64}
                aria-label={t('identifier.issuer', called)}
                placeholder={t('identifier.by')}
                onChange={({ target }) => change(place, { issuer: target.value })}
              />
            )}
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('identifier.remove', called)}
              onClick={() => keep(all.filter((_, at) => at !== place))}
            />
          </div>
        )
      })}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={all.length >= IDENTIFIERS_MOST}
        onClick={() => keep([...all, BLANK])}
      >
        {t('identifier.add')}
      </Button>
    </div>
  )
}
