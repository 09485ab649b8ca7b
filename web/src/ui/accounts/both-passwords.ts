/** A new password is typed twice. The second field says when the two differ. */
export const bothPasswords =
  (first: string, second: string) =>
  (values: Record<string, unknown>): Record<string, string> => {
    if (!values[second]) return { [second]: 'required' }
    return values[first] === values[second] ? {} : { [second]: 'password_mismatch' }
  }
