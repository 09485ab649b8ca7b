import { useLayoutEffect } from 'react'
import { Loading } from '../ui/states/outcome.tsx'

/** Until the first page stands. The view that was drawn ahead goes in the same moment. */
export function Starting() {
  useLayoutEffect(
    () => () => {
      delete document.documentElement.dataset['first']
      for (const drawn of document.querySelectorAll('.first-view')) drawn.remove()
    },
    [],
  )
  return <Loading />
}
