const segmenter = new Intl.Segmenter()
const firstOf = (word: string) => segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? ''

/** The initials of the first and last word of a name or email address; `?` for an empty one. */
export function initials(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter(Boolean)
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return '?'
  return (words.length === 1 ? firstOf(first) : firstOf(first) + firstOf(last)).toUpperCase()
}
