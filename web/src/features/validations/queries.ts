import {
  listValidationRows,
  listValidations,
  openValidation,
  type InputOf,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onEvent } from '../../lib/live/socket.ts'

export const studiesQuery = () => ({ ...callQuery(listValidations, {}), staleTime: 0 })
export const studyQuery = (validation_id: string) => ({
  ...callQuery(openValidation, { validation_id }),
  staleTime: 0,
})
export const casesQuery = (body: InputOf<typeof listValidationRows>) =>
  callQuery(listValidationRows, body)

export const studiesChanged = () => changed(listValidations, openValidation)

/** Follows the live connection: the list while a study moves on, and the study once it is over. */
export function useStudyEvents() {
  useEffect(
    () =>
      onEvent('validations', ({ done, total }) =>
        done < total ? void changed(listValidations) : void studiesChanged(),
      ),
    [],
  )
}
