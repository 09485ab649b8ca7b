import { echoDevice, type Device } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess, showWarning } from '../../lib/notices/notices.ts'

/** Asks a device for an echo, and says what came of it. */
export function useEcho() {
  const { t } = useTranslation('devices')
  const [busy, setBusy] = useState<string | null>(null)
  const ask = async ({ device_id, name }: Device) => {
    setBusy(device_id)
    try {
      const { outcome } = await api(echoDevice, { device_id })
      const said = t(`echo.${outcome}`, { name })
      if (outcome === 'answered') showSuccess(said)
      else showWarning(said)
    } catch (error) {
      showFailure(error, t('echo.failed'))
    } finally {
      setBusy(null)
    }
  }
  return { busy, ask }
}
