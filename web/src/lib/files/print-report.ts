import { REPORT_PDF_PATH } from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { showFailure } from '../calls/api.ts'
import { printPdf } from './download.ts'
import { useKeys } from '../keys/use-keys.ts'
import { language, shellText } from '../texts/i18n.ts'
import { withNotices } from '../notices/notices.ts'

export const reportPdfPath = (report_no: string) =>
  `${REPORT_PDF_PATH}?${new URLSearchParams({ report_no, lang: language() })}`

/** Prints the PDF itself, so that paper has the same pages in every case. */
export function usePrint() {
  const printing = useMutation({
    mutationFn: (report_no: string) => printPdf(reportPdfPath(report_no), `${report_no}.pdf`),
    onSuccess: (done) => {
      if (done === 'saved')
        withNotices(({ message }) => void message.info(shellText('print.saved')))
    },
    onError: (error) => showFailure(error, shellText('print.failed')),
  })
  return { print: (report_no: string) => printing.mutate(report_no), isPending: printing.isPending }
}

/**
 * The browser's key for printing prints the report that is shown, and not the page. Without one it
 * prints the page. `find` names the report at the press.
 */
export function usePrintKey(find: () => string | undefined): void {
  const { print } = usePrint()
  useKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return
    const number = find()
    if (number === undefined) return
    event.preventDefault()
    print(number)
  })
}
