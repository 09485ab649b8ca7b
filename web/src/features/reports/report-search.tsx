import { REFERRALS, REPORT_STATES, type DataOf, type listReports } from '@mingmou/contract'
import { Button, Checkbox, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DayFilter } from '../../ui/forms/date-input.tsx'
import { STAGES, DAY } from './report-filter.ts'

interface Props {
  search: URLSearchParams
  keyword: string
  searching: boolean
  kinds: Readonly<Record<string, string>>
  authors: DataOf<typeof listReports>['authors']
  go: (address: Record<string, string>, words?: string) => void
  onReset: () => void
}

export function ReportSearch(props: Props) {
  const { search, keyword, kinds, authors, go } = props
  const { t } = useTranslation(['reports', 'findings', 'common'])
  const choices = [
    ['diagnostic_item', t('list.item'), Object.entries(kinds)],
    [
      'state',
      t('column.state'),
      [...REPORT_STATES, 'draft'].map((state) => [state, t(`state.${state}`)]),
    ],
    ['stage', t('column.stage'), STAGES.map((stage) => [String(stage), t('stage', { stage })])],
    [
      'referral',
      t('column.referral'),
      REFERRALS.toReversed().map((referral) => [
        referral,
        t(`findings:report.referral.${referral}`),
      ]),
    ],
    ['clinician', t('list.author'), authors.map(({ uid, name }) => [uid, name])],
  ] as const
  return (
    <div className="rl-search" role="search">
      {choices.map(([name, label, options]) => (
        <label key={name}>
          {label}
          <Select
            aria-label={label}
            value={search.get(name) ?? ''}
            options={[
              { value: '', label: t('list.all') },
              ...options.map(([value, text]) => ({ value, label: text })),
            ]}
            onChange={(value) => go({ [name]: value })}
          />
        </label>
      ))}
      {(['start_date', 'end_date'] as const).map((name) => (
        <label key={name}>
          {t(`list.${name}`)}
          <DayFilter
            key={search.get(name)}
            value={search.get(name) ?? ''}
            onChange={(day) => (day === '' || DAY.test(day)) && go({ [name]: day })}
          />
        </label>
      ))}
      <Checkbox
        checked={search.get('deleted') === '1'}
        onChange={({ target }) => go({ deleted: target.checked ? '1' : '' })}
      >
        {t('list.deleted')}
      </Checkbox>
      <Input.Search
        key={keyword}
        defaultValue={keyword}
        maxLength={64}
        placeholder={t('list.keyword')}
        aria-label={t('list.keyword')}
        enterButton={t('common:action.search')}
        onSearch={(value) => go({}, value.trim())}
      />
      <Button disabled={!props.searching} onClick={props.onReset}>
        {t('common:action.reset')}
      </Button>
    </div>
  )
}
