import {
  viewerEntry,
  FIRST_MODALITY,
  MODALITY,
  type Modality,
  type ModalityKey,
} from '@mingmou/contract'
import { createContext, useContext } from 'react'
import { VIEWS } from './table.ts'

const Current = createContext<Modality>(FIRST_MODALITY.key)
/** The modality of everything inside. */
export const OfModality = Current.Provider

/** Whether the kind of image is built. */
export const isModality = (key: ModalityKey): key is Modality => key in MODALITY

/** The current modality: its entry of the contract and its parts of the pages. */
export function useModality() {
  const key = useContext(Current)
  return { ...MODALITY[key], entry: viewerEntry(key), view: VIEWS[key] }
}
