import { DRIFT, setDrift } from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api, showFailure } from '../../lib/calls/api.ts'
import { driftPath } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { DevicePage } from './device-page.tsx'
import { DeviceHead } from './device-head.tsx'
import './drift.css'
import { devicesQuery, driftChanged, useDriftEvents } from './queries.ts'

/** What each device brings beside its first photographs, or the device that the address names. */
export function Component() {
  const [params] = useSearchParams()
  const device = params.get('device')
  useDriftEvents()
  return device === null ? <Devices /> : <DevicePage key={device} drift_id={device} />
}

function Devices() {
  const { t } = useTranslation('drift')
  const query = useQuery(devicesQuery())
  const { data } = query
  if (query.isError) return <Failed title={t('failed')} query={query} />
  if (!data) return <Loading />
  const isOn = data.since !== null
  return (
    <>
      <PageTitle title={t('title')} />
      <div className="panel drift-part">
        <p>{t('lead.what', { n: DRIFT.baseline })}</p>
        <p className="soft">{t('lead.honest')}</p>
        <div className="drift-actions">
          <strong role="status">{t(isOn ? 'setting.on' : 'setting.off')}</strong>
          <Setting isOn={isOn} />
        </div>
        {data.through !== null && <p className="soft">{t('through', { day: data.through })}</p>}
      </div>
      {isOn && data.rows.length === 0 && (
        <div className="panel">
          <Nothing hint={t('none')} />
        </div>
      )}
      <ul className="drift-list" aria-label={t('list')}>
        {data.rows.map((device) => (
          <li key={device.drift_id} className="panel">
            <DeviceHead device={device} />
            <Button
              type={device.state === 'left' ? 'primary' : 'default'}
              href={`#${driftPath(device.drift_id)}`}
            >
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Setting({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('drift')
  const name = t(isOn ? 'setting.end' : 'setting.begin')
  const set = useMutation({
    mutationFn: () => api(setDrift, { on: !isOn }),
    onError: (error) => showFailure(error, name),
    onSettled: driftChanged,
  })
  return (
    <Button
      type={isOn ? 'default' : 'primary'}
      loading={set.isPending}
      onClick={() => set.mutate()}
    >
      {name}
    </Button>
  )
}
