import { Grid, Select, Tabs } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * The parts of the record: a row of tabs, and on a phone, where a row does not fit, a list. What is open below stays
 * as it is where a window becomes narrow.
 */
export function RecordParts(props: {
  items: { key: string; label: string; children: React.ReactNode }[]
  open: string
  onOpen: (key: string) => void
}) {
  const { t } = useTranslation('patients')
  const { md = true } = Grid.useBreakpoint()
  const id = useId()
  const { items, open, onOpen } = props
  const list = () => (
    <div className="patient-parts">
      {/* The part below takes its name from the tab of this id. */}
      <span id={`${id}-tab-${open}`} hidden>
        {items.find(({ key }) => key === open)?.label}
      </span>
      <Select
        aria-label={t('detail.part')}
        value={open}
        onChange={onOpen}
        listHeight={400}
        options={items.map(({ key, label }) => ({ value: key, label }))}
      />
    </div>
  )
  return (
    <Tabs
      id={id}
      activeKey={open}
      onChange={onOpen}
      items={items}
      {...(!md && { renderTabBar: list })}
    />
  )
}
