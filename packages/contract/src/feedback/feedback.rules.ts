/** Characters of one idea; anything longer belongs in a support bundle. */
export const FEEDBACK_MAX = 1000
/** Ideas per user within FEEDBACK_WINDOW_MINUTES. */
export const FEEDBACK_PER_WINDOW = 10
export const FEEDBACK_WINDOW_MINUTES = 60
/** The path of a page without query or fragment, which could hold personal data. */
export const PAGE_PATH = /^\/(?:[\w$.~-]+(?:\/[\w$.~-]+)*\/?)?$/
