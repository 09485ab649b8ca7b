/** Words as they are told, with whose they are where that is somebody out of sight. */
export type Whose = (text: string) => string
export const asIs: Whose = (text) => text
