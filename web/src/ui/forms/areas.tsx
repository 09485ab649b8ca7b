import { areaAll, type Area } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Cascader } from 'antd'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/calls/call-query.ts'

const areas = () => ({ ...callQuery(areaAll, {}), staleTime: Infinity })

interface Option {
  value: string
  label: string
  children?: Option[]
}

const toOption = ({ id, name, children }: Area): Option => ({
  value: id,
  label: name,
  ...(children && { children: children.map(toOption) }),
})

/** Province, city, district as their codes, down to the last level or to any. */
export function AreaInput({
  anyLevel = false,
  ...props
}: {
  anyLevel?: boolean
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
  onBlur?: () => void
}) {
  const { t } = useTranslation()
  const { data, isError, isPending, refetch } = useQuery(areas())
  return (
    <Cascader<Option>
      {...props}
      options={data?.areas.map(toOption) ?? []}
      loading={isPending}
      showSearch
      changeOnSelect={anyLevel}
      placeholder={t('area.choose')}
      {...(isError && { status: 'error' as const, notFoundContent: t('area.failed') })}
      onOpenChange={(open) => {
        if (open && isError) void refetch()
      }}
      onChange={(codes?: string[]) => props.onChange?.(codes ?? [])}
    />
  )
}

/** The names of an area's codes, as far as they are known. */
export function useAreaText(): (codes: readonly string[]) => string {
  const { data } = useQuery(areas())
  return (codes) => {
    const names: string[] = []
    let level: Area[] | undefined = data?.areas
    for (const code of codes) {
      const found: Area | undefined = level?.find((area) => area.id === code)
      if (!found) break
      if (names.at(-1) !== found.name) names.push(found.name)
      level = found.children
    }
    return names.join(' ')
  }
}
