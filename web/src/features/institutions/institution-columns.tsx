import type { Institution } from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import type { TFunction } from 'i18next'
import { Clip, Whole } from '../../ui/lists/cells.tsx'

type Column = TableColumnsType<Institution>[number]

export const contactColumn = (t: TFunction<'institutions'>) => ({
  title: t('field.contact'),
  key: 'contact',
  render: (_: unknown, { contact, phone }: Pick<Institution, 'contact' | 'phone'>) => (
    <span className="two-lines">
      <Clip text={contact} width="1.4rem" />
      <small className="soft">{phone}</small>
    </span>
  ),
})

/** Name and contact of an institution: the first columns of every list of institutions. */
export const institutionColumns = (
  t: TFunction<'institutions'>,
  areaText: (codes: readonly string[]) => string,
): Column[] => [
  {
    title: t('field.name'),
    key: 'name',
    render: (_, { name, short_name }) => (
      <span className="two-lines">
        <Clip text={name} width="2.4rem" />
        <small className="soft">
          <Clip text={short_name} width="2.4rem" />
        </small>
      </span>
    ),
  },
  contactColumn(t),
  {
    title: t('field.email'),
    key: 'email',
    render: (_, { email }) => <Whole text={email} />,
  },
  {
    title: t('field.area_id'),
    key: 'area_id',
    render: (_, { area_id }) => <Clip text={areaText(area_id)} width="1.8rem" />,
  },
]
