import { useQuery } from '@tanstack/react-query'
import { toString } from 'qrcode'
import { useTranslation } from 'react-i18next'
import { verifyPath } from '../../paths.ts'

/** The QR code of the page that says whether the report stands. */
export function ReportQr({ reportNo }: { reportNo: string }) {
  const { t } = useTranslation('reports')
  const address = new URL(`#${verifyPath(reportNo)}`, window.location.href).href
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
