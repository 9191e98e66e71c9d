export const LOG_PAGE_SIZE = 100
export const LOG_PAGE_MAX = 1000
