import { openReading, READING_ROLES } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { readingsPath } from '../../paths.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { Failed, Loading, NotThere } from '../../ui/states/states.tsx'
import { Opened } from './opened.tsx'
import './readings.css'

/** A sitting that is read, kept for the reader while this page is open. */
export function Component() {
  const { t } = useTranslation('readings')
  const [params] = useSearchParams()
  const image_id = params.get('image_id') ?? ''
  const role = READING_ROLES.find((readingRole) => readingRole === params.get('role')) ?? 'first'
  // Opening takes the sitting: it is asked once, and what is answered stays while it is read.
  const query = useQuery({
    ...callQuery(openReading, { image_id, role }),
    enabled: image_id !== '',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (image_id === '')
    return (
      <NotThere>
        <Button href={`#${readingsPath(role)}`}>{t('title')}</Button>
      </NotThere>
    )
  if (query.data)
    return (
      <Opened
        key={image_id}
        opened={query.data}
        onStale={() => void query.refetch()}
        image_id={image_id}
        role={role}
      />
    )
  return query.isError ? <Failed title={t('openFailed')} query={query} /> : <Loading />
}
