import { MODALITIES, REVIEW_REASONS, WORKLIST_ORDERS, listWorklist } from '@mingmou/contract'
import { Checkbox, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DayFilter } from '../../ui/forms/date-input.tsx'
import type { Wanted } from './queries.ts'

const NAMES = ['order', 'modality', 'reason', 'record_date', 'mine'] as const

/** What the reader looks for, kept in the address. An address that asks for what is not there asks for all. */
export function useWanted() {
  const [params, setParams] = useSearchParams()
  const given = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)
      return value === null ? [] : [[name, name === 'mine' ? value === '1' : value]]
    }),
  )
  const read = listWorklist.body.safeParse(given)
  const wanted: Wanted = read.success ? given : {}
  const want = (change: Wanted) =>
    setParams(
      Object.fromEntries(
        Object.entries({ ...wanted, ...change }).flatMap(([name, value]) =>
          value ? [[name, value === true ? '1' : value]] : [],
        ),
      ),
      { replace: true },
    )
  return { wanted, want }
}

/** Which results are shown, and in what order. */
export function WorklistFilters({
  wanted,
  onWant,
}: {
  wanted: Wanted
  onWant: (change: Wanted) => void
}) {
  const { t } = useTranslation('worklist')
  return (
    <div className="wl-filters" role="search">
      <Select
        aria-label={t('filter.order')}
        value={wanted.order ?? 'urgency'}
        options={WORKLIST_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(order) => onWant({ order: order === 'urgency' ? undefined : order })}
      />
      <Select
        aria-label={t('filter.modality')}
        allowClear
        placeholder={t('filter.modality')}
        value={wanted.modality}
        options={MODALITIES.map(({ key }) => ({ value: key, label: t(`kinds:${key}.listed`) }))}
        onChange={(modality?: Wanted['modality']) => onWant({ modality })}
      />
      <Select
        aria-label={t('filter.reason')}
        allowClear
        placeholder={t('filter.reason')}
        value={wanted.reason}
        options={REVIEW_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
        onChange={(reason?: Wanted['reason']) => onWant({ reason })}
      />
      <label className="wl-day">
        <span className="soft">{t('filter.day')}</span>
        <DayFilter
          value={wanted.record_date ?? ''}
          onChange={(day) => {
            if (day === '' || DAY.test(day)) onWant({ record_date: day === '' ? undefined : day })
          }}
        />
      </label>
      <Checkbox
        checked={wanted.mine ?? false}
        onChange={({ target }) => onWant({ mine: target.checked || undefined })}
      >
        {t('filter.mine')}
      </Checkbox>
    </div>
  )
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
