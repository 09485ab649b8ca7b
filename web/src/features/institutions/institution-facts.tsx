import type { Institution } from '@mingmou/contract'
import { Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/texts/i18n.ts'
import { useAreaText } from '../../ui/forms/areas.tsx'
import { Logo } from './logo.tsx'

/** Everything about an institution, with its logo. The page adds `email` and `more`. */
export function InstitutionFacts(props: {
  institution: Institution
  email?: React.ReactNode
  more?: { key: string; label: string; children: React.ReactNode }[]
}) {
  const { t } = useTranslation('institutions')
  const areaText = useAreaText()
  const { institution, more = [] } = props
  const fact = (key: string, children: React.ReactNode, wide = false) => ({
    key,
    label: t(`field.${key}`),
    children: <span className="long-text">{children}</span>,
    ...(wide && { span: 'filled' as const }),
  })
  return (
    <>
      <div className="institution-head">
        <Logo url={institution.logo} name={institution.name} />
        <div>
          <h2>{institution.name}</h2>
          <span className="soft">{institution.short_name}</span>
        </div>
      </div>
      <Descriptions
        column={{ xs: 1, sm: 2 }}
        items={[
          fact('contact', institution.contact),
          fact('phone', institution.phone),
          fact('email', props.email ?? institution.email),
          fact('area_id', areaText(institution.area_id)),
          fact('address', institution.address, true),
          fact('describes', institution.describes, true),
          ...(institution.review_status === 1
            ? [fact('join_time', formatDay(institution.join_time))]
            : []),
          fact('join_type', t(`join_type.${institution.join_type}`)),
          ...more,
        ]}
      />
    </>
  )
}
