import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Millimetres for one pixel. Text that is no number stays as typed, and the form refuses it. */
export function ScaleInput({
  onChange,
  ...rest
}: {
  id?: string
  value?: number
  onChange?: (mm: number | undefined) => void
  onBlur?: () => void
}) {
  const { t } = useTranslation('archives')
  const [typed, setTyped] = useState('')
  return (
    <Input
      {...rest}
      className="scale-input"
      value={typed}
      inputMode="decimal"
      autoComplete="off"
      prefix="1 px ="
      suffix="mm"
      placeholder={t('scale.example')}
      onChange={({ target: { value } }) => {
        setTyped(value)
        onChange?.(value.trim() === '' ? undefined : Number(value))
      }}
    />
  )
}
