/** The roles of tokens, menu and calls. */
export const ROLES = ['1', '2', '3', '4', '5'] as const
export type Role = (typeof ROLES)[number]

/** Roles 1 and 2 are the administrators of the platform. They see no patient data. */
export const ADMINISTRATORS = ['1', '2'] as const satisfies readonly Role[]
/** Roles 3 and 4 are the main account and the members of one institution. They share its patients. */
export const CLINICIANS = ['3', '4'] as const satisfies readonly Role[]
/** Role 3 alone manages what belongs to its institution: members, devices, archives of the hospital, programs. */
export const MAIN_ACCOUNT = ['3'] as const satisfies readonly Role[]
