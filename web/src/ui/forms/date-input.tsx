import { CalendarOutlined } from '@ant-design/icons'
import { today } from '@mingmou/contract'
import { Button, DatePicker, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './date-input.css'

dayjs.extend(customParseFormat)

const FORMAT = 'YYYY-MM-DD'
const TYPED = [
  'YYYYMMDD',
  ...['-', '/', '.'].flatMap((mark) =>
    ['M', 'MM'].flatMap((month) => ['D', 'DD'].map((day) => ['YYYY', month, day].join(mark))),
  ),
]

/** A month as it may be typed where no day is known. */
const TYPED_MONTH = [
  'YYYYMM',
  ...['-', '/', '.'].flatMap((mark) => [`YYYY${mark}M`, `YYYY${mark}MM`]),
]

/** Days that the calendar does not offer. */
const LEFT_OUT = {
  past: (day: string) => day > today(),
  coming: (day: string) => day < today(),
  any: () => false,
}

/** The typed day as `YYYY-MM-DD`, or month or year alone. Text that is none stays, and the form refuses it. */
function typedDay(text: string, partial: boolean): string {
  const day = dayjs(text.trim(), TYPED, true)
  if (day.isValid()) return day.format(FORMAT)
  const month = dayjs(text.trim(), TYPED_MONTH, true)
  return partial && month.isValid() ? month.format('YYYY-MM') : text.trim()
}

/** A day that a list is searched by: any, and none of it is suggested. */
export const DayFilter = (props: {
  id?: string
  value?: string
  onChange?: (day: string) => void
}) => <DateInput days="any" placeholder="YYYY-MM-DD" {...props} />

/**
 * A calendar day as `YYYY-MM-DD`, typed in any usual way or picked from a calendar: up to today, from today on, or any.
 * The picker's own field would rewrite 1958/3/1 before the last digit of 1958/3/12 is typed.
 */
export function DateInput({
  value = '',
  onChange,
  onBlur,
  placeholder,
  days = 'past',
  partial = false,
  ...rest
}: {
  id?: string
  value?: string
  onChange?: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  days?: keyof typeof LEFT_OUT
  /** A month or a year alone may be typed. */
  partial?: boolean
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const day = dayjs(value, FORMAT, true)
  const take = (text: string) => {
    setTyped(text)
    onChange?.(typedDay(text, partial))
  }
  const leave = () => {
    setTyped(null)
    onBlur?.()
  }
  const pick = (picked: Dayjs | null) => {
    setTyped(null)
    setOpen(false)
    onChange?.(picked?.format(FORMAT) ?? '')
  }
  return (
    <div className="date-input">
      <Input
        {...rest}
        value={typed ?? value}
        inputMode="numeric"
        autoComplete="off"
        placeholder={placeholder ?? t(partial ? 'date.typedPart' : 'date.typed')}
        onChange={({ target }) => take(target.value)}
        onBlur={leave}
        suffix={
          <Button
            type="text"
            size="small"
            tabIndex={-1}
            icon={<CalendarOutlined />}
            aria-label={t('date.calendar')}
            onClick={() => setOpen(!open)}
          />
        }
      />
      <DatePicker
        className="date-input-anchor"
        open={open}
        onOpenChange={setOpen}
        value={day.isValid() ? day : null}
        onChange={pick}
        disabledDate={(date) => LEFT_OUT[days](date.format(FORMAT))}
      />
    </div>
  )
}
