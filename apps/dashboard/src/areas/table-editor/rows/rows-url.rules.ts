import { shape } from '../../../lib/shape.ts'

/** More and longer texts than the server reads. */
const TEXTS_MAX = 200

/**
 * Repeated params such as `filter=id:gt:7&filter=name:is:null`. One param is not a list, and a value such as `5` is a
 * number by the time it arrives here.
 */
export const theTexts = shape((value): readonly string[] | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const texts = [value].flat()
  if (texts.length > TEXTS_MAX || texts.some((text) => typeof text === 'object')) return undefined
  return texts.map(String)
})

/** What a table shows, besides its page: filters and sorts as in the URL. */
export interface RowsView {
  filter: readonly string[]
  sort: readonly string[]
}

/** A list for the URL, which leaves out empty ones. */
export const urlTexts = (texts: readonly string[]) => (texts.length === 0 ? undefined : texts)
