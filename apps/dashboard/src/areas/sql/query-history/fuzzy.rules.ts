const SUBSTRING = 100
const WORD_START = 20
const LETTERS = 40
/** Letters spread over more than this multiple of the word's length match by chance. */
const SPREAD_MAX = 3

/**
 * Scores how well a text matches the typed words; higher is better. Undefined when a word is missing, even as letters
 * in order and near each other. `slt ordrs` finds `select * from orders`.
 */
export function fuzzyScore(text: string, typed: string): number | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const lower = text.toLowerCase()
  let total = 0
  for (const word of words) {
    const score = scoreOf(lower, word)
    if (score === undefined) return undefined
    total += score
  }
  return total
}

function scoreOf(text: string, word: string): number | undefined {
  const at = text.indexOf(word)
  if (at >= 0) return SUBSTRING + (isWordStart(text, at) ? WORD_START : 0)
  const spread = narrowestSpread(text, word)
  if (spread === undefined || spread > word.length * SPREAD_MAX) return undefined
  return (LETTERS * word.length) / spread
}

const isWordStart = (text: string, at: number) => at === 0 || !/[a-z0-9]/.test(text[at - 1]!)

/** The length of the shortest part of the text that contains all letters of the word in order. */
function narrowestSpread(text: string, word: string): number | undefined {
  let best: number | undefined
  let first = text.indexOf(word[0]!)
  while (first >= 0) {
    let at = first
    for (const letter of word.slice(1)) {
      at = text.indexOf(letter, at + 1)
      // A letter missing after this position is missing after every later one too.
      if (at < 0) return best
    }
    const spread = at - first + 1
    if (best === undefined || spread < best) best = spread
    first = text.indexOf(word[0]!, first + 1)
  }
  return best
}

/** The matching entries, best first; equals keep their order. Each text appears once. */
export function fuzzySearch<T extends { readonly sql: string; readonly started_by: string }>(
  entries: readonly T[],
  typed: string,
): T[] {
  const seen = new Set<string>()
  return entries
    .filter(({ sql }) => !seen.has(sql) && seen.add(sql))
    .map((entry) => ({ entry, score: fuzzyScore(`${entry.sql} ${entry.started_by}`, typed) }))
    .filter((found): found is { entry: T; score: number } => found.score !== undefined)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}
