/** Whether a moment has passed, as it is drawn: nobody waits on a page for days to end. */
export const isPast = (instant: string): boolean => new Date(instant) < new Date()
