import { useQuery } from '@tanstack/react-query'
import { toString } from 'qrcode'
import { useTranslation } from 'react-i18next'

/** The QR code of this report's address. */
export function ReportQr() {
  const { t } = useTranslation('reports')
  const address = window.location.href
  const code = useQuery({
    queryKey: ['qr', address],
    queryFn: () => toString(address, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' }),
    staleTime: Infinity,
  })
  return (
    <img
      className="rp-qr"
      alt={t('qr')}
      src={code.data && `data:image/svg+xml;utf8,${encodeURIComponent(code.data)}`}
    />
  )
}
