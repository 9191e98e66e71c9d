/** How much of the logs goes into a bundle: the newest lines, and the newest errors. */
export const BUNDLE_LOG_LINES = 200
export const BUNDLE_ERRORS = 50
/** How far back in the server's log to search for errors. */
export const BUNDLE_LOG_BYTES = 2_097_152

export const SUPPORT_SUBJECT_MAX = 120
export const SUPPORT_MESSAGE_MAX = 5000
