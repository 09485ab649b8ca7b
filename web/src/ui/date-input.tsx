import { today } from '@mingmou/contract'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

const FORMAT = 'YYYY-MM-DD'

/** A calendar day as `YYYY-MM-DD`; days after today cannot be picked. */
export function DateInput({
  value,
  onChange,
  ...rest
}: {
  id?: string
  value?: string
  onChange?: (value: string) => void
  onBlur?: () => void
  placeholder?: string
}) {
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      format={FORMAT}
      value={value ? dayjs(value, FORMAT) : null}
      onChange={(day: Dayjs | null) => onChange?.(day?.format(FORMAT) ?? '')}
      disabledDate={(day) => day.format(FORMAT) > today()}
    />
  )
}
