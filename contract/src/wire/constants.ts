/** The constants and limits of the product. No other file repeats them. */

export const PRODUCT_VERSION = '2.2.0'

export const LANGUAGES = ['zh-CN', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export const REQUEST_TIMEOUT_MS = 10_000
export const CHUNK_LOAD_TIMEOUT_MS = 120_000

/** The longest session. It is also the longest time without activity. */
export const SESSION_LIMIT_MS = 28_800_000
export const ACCESS_TOKEN_SECONDS = 900
/** The client refreshes a token of this age before a call. */
export const REFRESH_AFTER_SECONDS = 600
export const REMEMBERED_LOGIN_SECONDS = 86_400
export const FIRST_LOGIN = { pending: 'is_first_login', done: 'not_first_login' } as const

/** The home page asks for it without the schemas of calls. */
export const STATISTICS_PATH = '/v1/diagnostic/getStatistics'

export const PAGE_SIZE = 10
export const FEEDBACK_PAGE_SIZE = 3
export const EXAM_PAGE_SIZE = 3
export const EXPERIENCE_REQUEST_SIZE = 4
export const EXPERIENCE_PAGE_SIZE = 5
export const MAX_PAGE_SIZE = 100
/** A list counts the rows of a search up to this number. */
export const LIST_COUNT_LIMIT = 2_000
/** The largest integer of the database. A page past the end answers the last page. */
export const MAX_PAGE = 2 ** 31 - 1
/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3). */
export const EMAIL_CHARS = 254
/** The limit of a JSON body. The largest body that a call allows fits. */
export const BODY_BYTES = 64 * 1024
/** A body with more fields than this is not parsed. No call has as many. */
export const BODY_FIELDS = 1000
/** How many unknown fields of a body are named. */
export const UNKNOWN_FIELDS_NAMED = 10

export const THUMBNAIL_SIZE = 200
export const DEFAULT_ORDER = '1'

export const LOGIN_TYPE = { user: 1, organization: 2 } as const
export const ACCOUNT_STATUS = { active: 1, banned: 2 } as const
export const GENDER = { male: 1, female: 2 } as const
export const DEFAULT_ADMIN_ROLE = '2'
export const MAX_ACCOUNT_LIMIT = 1000
/** The deletion of an institution can be undone for this long. Its patients, images and reports are kept until then. */
export const DELETION_HOLD_DAYS = 30

export const SOCKET_PATH = '/live'
export const SOCKET_RECONNECT_MS = 500
/** Notices stand at the bottom right and stack above three. Notices of analyses stay until they are closed. */
export const NOTICE = {
  placement: 'bottomRight',
  stackThreshold: 3,
} as const
/**
 * Pairs of pictures grow with the square of the pictures: how many of one account may wait, and
 * how many of a patient are kept. The one that was made the longest ago goes, and is made again when asked.
 */
export const PAIRS = { waiting: 20, kept: 1000 } as const
/** Days before the end of a certificate on which it is told. */
export const CERTIFICATE_TOLD_DAYS = [30, 7] as const
/** How long the bell keeps notices, and how many it shows at first. */
export const BELL = { keptDays: 30, shown: 20 } as const
export const MESSAGE_TOP_PX = 40

/** Root font size: width/16, at least 87 px, up to 1600 px; above that 100 + (width - 1600)/16. */
export function rootFontSize(width: number): number {
  return width > 1600 ? 100 + (width - 1600) / 16 : Math.max(87, width / 16)
}

export const LOGIN_TRIES = { count: 5, windowSeconds: 900 } as const
/** Wrong passwords from one network address, for all accounts together that have not signed in there. */
export const PLACE_TRIES = { count: 50, windowSeconds: 900 } as const
export const CODE = {
  digits: 6,
  seconds: 600,
  tries: 5,
  /** To one address. */
  mailEverySeconds: 60,
  /** To any address: by one account or browser, and from one network address. */
  mailsAnHour: { bySender: 10, byPlace: 40 },
} as const

/** One-time passwords of an app (RFC 6238), and what opens a sign-in without it. */
export const SECOND_FACTOR = {
  digits: 6,
  periodSeconds: 30,
  recoveryCodes: 10,
  /** How long a step of a sign-in or of a set-up waits. */
  stepSeconds: 600,
} as const

export const IMAGE_LIMITS = {
  maxBytes: 32 * 1024 * 1024,
  maxPixels: 64_000_000,
  perArchive: 20,
  accept: ['image/jpeg', 'image/png', 'image/tiff', 'image/webp', 'application/dicom'],
} as const
/** PDF or pictures. The limits hold for one email address a day, and for the requests of one network address. */
export const ADMISSION_DOCUMENTS = {
  perSignUp: 10,
  perAddress: 20,
  maxBytes: 10 * 1024 * 1024,
  accept: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
  asks: { count: 20, windowSeconds: 3600 },
  keptDaysAfterRefusal: 30,
} as const
/** Feedback and its attachments: PDF or pictures. Each limit of sending counts what is sent in its window. */
export const FEEDBACK = {
  contentChars: 2000,
  contactChars: EMAIL_CHARS,
  resultChars: 1000,
  files: 5,
  maxBytes: 10 * 1024 * 1024,
  accept: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
  /** By one account, or by one network address without a sign-in; from one address; by all visitors. */
  sent: {
    bySender: { count: 10, windowSeconds: 3600 },
    byPlace: { count: 40, windowSeconds: 3600 },
    byVisitors: { count: 1000, windowSeconds: 86_400 },
  },
  uploads: {
    bySender: { count: 20, windowSeconds: 86_400 },
    byPlace: { count: 60, windowSeconds: 86_400 },
    byVisitors: { count: 200, windowSeconds: 86_400 },
  },
  /** No more attachments are taken while this much is kept. */
  keptBytes: 4 * 1024 ** 3,
  /** Contact and attachments are removed so long after the feedback was finished. */
  keptDays: 180,
} as const
/** Signed addresses and upload forms end after this. */
export const SIGNED_URL_SECONDS = 900
/** Upload forms that an account asks for, one for each file. */
export const UPLOAD_FORMS = { count: 1000, windowSeconds: 3600 } as const
/** Of a trial account: two for each photograph of its day. */
export const TRIAL_UPLOAD_FORMS = { count: 400, windowSeconds: 86_400 } as const
/** Bytes of uploads that no record has taken in: of one account, of an institution, of all visitors and trial users. */
export const UNFILED = {
  account: 2 * 1024 ** 3,
  institution: 8 * 1024 ** 3,
  trialAccount: 512 * 1024 ** 2,
  strangers: 2 * 1024 ** 3,
  /** Those of trial users are removed after so long, all others after a day. */
  trialHours: 1,
} as const
export const JOB_ATTEMPTS = 3
export const REPORT_PUBLIC_DAYS = 30
/** So long two merged records of a patient can be parted again. */
export const UNMERGE_DAYS = 30

/** Photographs of a dataset: on one page, picked one by one, and in one ZIP, which is kept for some days. */
export const DATASET = {
  pageSize: 60,
  pickedImages: 200,
  exportImages: 5000,
  exportDays: 7,
  /** Exports of one account that wait or run. */
  exportsAtOnce: 2,
  /** ZIPs that one account keeps, and bytes: of one ZIP, and of those of an institution or of all administrators. */
  exportsKept: 10,
  exportBytes: { one: 8 * 1024 ** 3, kept: 16 * 1024 ** 3 },
} as const

/** News of the public site: the years of the timeline stand without entries too. */
export const NEWS = {
  firstYear: 2019,
  lastYear: 2024,
  titleChars: 128,
  bodyChars: 6000,
  /** So many of the newest are shown. */
  shown: 100,
} as const

/** Files of a batch that wait to be filed, and how long they wait: uploads are removed after a day. */
export const BATCH = { files: 40, ofDevices: 40, hours: 23 } as const

/** A table that says of whom photographs are: its bytes, and its rows. */
export const PHOTOGRAPH_TABLE = { maxBytes: 256 * 1024, chars: 360_000, rows: 1000 } as const

/** Photographs of a trial account: in one batch, on one day, and how long they are kept. */
export const TRIAL = {
  perBatch: 50,
  perDay: 200,
  keptDays: 30,
  /** Bytes of photographs that are kept: of one account, and of all. */
  keptBytes: { account: 4 * 1024 ** 3, all: 32 * 1024 ** 3 },
} as const

/** Questions of a version, and what visitors may send. */
export const QUESTIONNAIRE = {
  questions: 40,
  options: 20,
  /** Of a matrix. */
  columns: 7,
  rows: 12,
  scale: { least: 2, most: 10 },
  titleChars: 80,
  introChars: 600,
  questionChars: 200,
  optionChars: 80,
  endChars: 40,
  textChars: 1000,
  /** A browser's answers that are not handed in are removed after so long. */
  draftDays: 30,
  /** Of each call by one network address: many visitors may share it. */
  perSecond: 20,
  submits: { count: 200, windowSeconds: 3600 },
  /** Browsers that begin to answer at one network address, and all whose answers of a version are kept. */
  begins: { count: 200, windowSeconds: 3600 },
  kept: 50_000,
  /** Links that are made at once. */
  links: 1000,
} as const

/** Outpatient records are kept so long after the last visit: 医疗机构病历管理规定 (2013), article 29. */
export const RECORD_YEARS = 15

export const IMG_TYPE = { smallPupil: 1, dilatedPupil: 2 } as const

/** Occupation categories of GB/T 2261.4-2003. */
export const PROFESSIONS = [
  '11',
  '13',
  '17',
  '21',
  '24',
  '27',
  '31',
  '37',
  '51',
  '54',
  '70',
  '80',
  '90',
] as const

/** The clinician wrote the opinion, or signed the draft of the machine unchanged, or changed it. */
export const OPINION_ORIGINS = ['own', 'taken_over', 'changed'] as const

/** The file that the hash on a report is of: as it was received, or the picture that is stored of it. */
export const HASHED = ['received', 'stored'] as const
