export interface ReportTab {
  show: (path: string) => void
  close: () => void
}

/**
 * A tab for a report that is still being made. It is opened at the click: a browser opens none by
 * itself once an answer took seconds. Where a browser opens none at all, nothing happens.
 */
export function openReportTab(title: string, text: string): ReportTab {
  const tab = window.open('', '_blank')
  if (tab) {
    tab.opener = null
    const { documentElement, body } = tab.document
    documentElement.lang = document.documentElement.lang
    tab.document.title = title
    const note = tab.document.createElement('p')
    note.setAttribute('role', 'status')
    note.textContent = text
    Object.assign(note.style, { margin: '2em', fontFamily: 'sans-serif', lineHeight: '1.8' })
    body.append(note)
  }
  return {
    show: (path) => tab?.location.replace(new URL(`#${path}`, location.href)),
    close: () => tab?.close(),
  }
}
