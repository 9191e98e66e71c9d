/** Characters of one idea; what needs more belongs into a support bundle. */
export const FEEDBACK_MAX = 1000
/** Ideas of one person within FEEDBACK_WINDOW_MINUTES. */
export const FEEDBACK_PER_WINDOW = 10
export const FEEDBACK_WINDOW_MINUTES = 60
/** The path of a page without anything that could hold more than its place, such as a search. */
export const PAGE_PATH = /^\/(?:[\w$.~-]+(?:\/[\w$.~-]+)*\/?)?$/
