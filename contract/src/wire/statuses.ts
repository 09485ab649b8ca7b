/** HTTP statuses that a call may answer with. The product gives 600 and 405 meanings of its own. */
export const STATUS = {
  ok: 200,
  refused: 202,
  malformed: 400,
  unauthorised: 401,
  tokenExpired: 402,
  sessionRevoked: 403,
  noSuchPath: 404,
  loggedInElsewhere: 405,
  passwordChangeRequired: 406,
  tooSlow: 408,
  tooLarge: 413,
  tooMany: 429,
  fault: 500,
  roleNotAllowed: 600,
} as const

/** `error_code` of a call that was understood and refused (HTTP 202). */
export const ERROR = {
  none: 0,
  validation: 1001,
  notFound: 1002,
  conflict: 1003,
  wrongPassword: 1004,
  wrongCode: 1005,
  limitReached: 1006,
  banned: 1007,
  tooManyTries: 1008,
  /** An upload did not finish, or the store is full. */
  uploadUnfinished: 501,
  imageRefused: 1010,
  /** The password was right. The sign-in needs a second step: `NextStep`. */
  secondStep: 1011,
  /** The password was right. The application of the institution was refused: `RefusedApplication`. */
  applicationRefused: 1012,
} as const
