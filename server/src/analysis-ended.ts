import type { TellEnd } from './features/analyses/analyse.handler.ts'
import { tellRequester } from './features/notices/ended.ts'
import { photographEnded } from './features/trial/ended.ts'

/** Who tells of the end of an analysis. The first that takes it is the one: a trial user hears of a batch. */
export const ANALYSIS_ENDED: readonly TellEnd[] = [photographEnded, tellRequester]
