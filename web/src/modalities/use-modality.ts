import { FIRST_MODALITY, MODALITY, type Modality } from '@mingmou/contract'
import { createContext, useContext } from 'react'
import { VIEWS } from './table.ts'

const Current = createContext<Modality>(FIRST_MODALITY.key)
/** The modality of everything inside. */
export const OfModality = Current.Provider

/** The modality that is shown: its entry of the contract and what the pages show of it alone. */
export function useModality() {
  const key = useContext(Current)
  return { ...MODALITY[key], view: VIEWS[key] }
}
