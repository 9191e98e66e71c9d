import type { LogScope } from '../logs/log-limits.rules.ts'

/** Where a search is saved: the page of a source, that of all, or the explorer. */
export type LogSearchPlace = LogScope | 'explorer'

export const LOG_SEARCH_NAME_MAX = 100
/** Saved searches of a project on one page. */
export const LOG_SEARCHES_MAX = 100

export const logSearchTaken = (name: string) =>
  `This page already has a saved search called ${name}. Choose another name.`
export const TOO_MANY_LOG_SEARCHES = `A page can have ${LOG_SEARCHES_MAX} saved searches. Delete one first.`
