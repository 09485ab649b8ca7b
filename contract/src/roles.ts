/** Roles as the token, the menu and the calls name them. */
export const ROLES = ['1', '2', '3', '4', '5'] as const
export type Role = (typeof ROLES)[number]

/** Roles 1 and 2: the platform's administrators; they see no patient data. */
export const ADMINISTRATORS = ['1', '2'] as const satisfies readonly Role[]
/** Roles 3 and 4: the main account and the sub-accounts of one institution; they share its patients. */
export const CLINICIANS = ['3', '4'] as const satisfies readonly Role[]
