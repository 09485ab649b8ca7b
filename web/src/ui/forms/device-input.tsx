import { archiveEntry } from '@mingmou/contract'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'

const OTHER = 'other'

/** A device that the modality names, or another one by its own name. */
export function DeviceInput({
  id,
  value = '',
  onChange,
  onBlur,
}: {
  id?: string
  value?: string
  onChange?: (device: string) => void
  onBlur?: () => void
}) {
  const { t } = useTranslation('archives')
  const { devices } = archiveEntry(useModality().key).archive
  const [other, setOther] = useState(value !== '' && !devices.includes(value))
  const options = [
    ...devices.map((device) => ({ value: device, label: device })),
    { value: OTHER, label: t('device.other') },
  ]
  const choose = (device: string) => {
    setOther(device === OTHER)
    onChange?.(device === OTHER ? '' : device)
  }
  return (
    <div className="device-input">
      <Select
        {...(!other && id !== undefined && { id })}
        aria-label={t('field.collect_device')}
        options={options}
        value={other ? OTHER : value || null}
        placeholder={t('device.choose')}
        onChange={choose}
        onBlur={() => !other && onBlur?.()}
      />
      {other && (
        <Input
          {...(id !== undefined && { id })}
          autoFocus={value === ''}
          value={value}
          aria-label={t('device.name')}
          placeholder={t('device.name')}
          onChange={(event) => onChange?.(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </div>
  )
}
