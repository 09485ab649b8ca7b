import type { Findings } from '@mingmou/contract'
import { createContext, useContext } from 'react'

const Current = createContext<Findings | null>(null)
/** What the machine alone found, around figures that rest on what a clinician drew. */
export const MachineFindings = Current.Provider
export const useMachineFindings = () => useContext(Current)
