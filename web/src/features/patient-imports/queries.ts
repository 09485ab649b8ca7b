import { listPatientImports, listPatients } from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onEvent } from '../../lib/live/socket.ts'

/** Addresses of files in it end. */
export const importsQuery = () => ({ ...callQuery(listPatientImports, {}), staleTime: 0 })

export const importsChanged = () => changed(listPatientImports, listPatients)

/** Follows the live connection: an import that moves on is fetched again, and the patients once it is over. */
export function useImportEvents() {
  useEffect(
    () =>
      onEvent('imports', ({ done, total }) =>
        done < total ? void changed(listPatientImports) : void importsChanged(),
      ),
    [],
  )
}
