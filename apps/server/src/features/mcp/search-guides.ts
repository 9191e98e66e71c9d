import type { Guide } from '@basalt/contract/documentation/documentation.schema.ts'

/** Sections of one answer, and characters of each. */
const SECTIONS_FOUND = 5
const SECTION_MAX = 4000
/** A word in a heading says more of what a section is about than one in its text. */
const HEADING_WEIGHT = 5

export interface GuideSection {
  /** The title of the guide. */
  guide: string
  heading: string
  text: string
}

/** The sections of the guides that have most of the words, best first; each word counts once, more in a heading. */
export function searchGuides(
  guides: readonly Pick<Guide, 'title' | 'text'>[],
  query: string,
): GuideSection[] {
  const words = [...new Set(wordsOf(query))]
  return guides
    .flatMap(sectionsOf)
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SECTIONS_FOUND)
    .map(({ section }) => ({ ...section, text: section.text.slice(0, SECTION_MAX) }))
}

/** The beginnings of words are compared, so that `backups` finds `backup`; short words say nothing. */
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).map((word) => word.replace(/(?:ing|ed|es|s)$/, ''))

function scoreOf({ guide, heading, text }: GuideSection, words: readonly string[]) {
  const title = `${guide} ${heading}`.toLowerCase()
  const body = text.toLowerCase()
  return words.reduce(
    (score, word) => score + (title.includes(word) ? HEADING_WEIGHT : 0) + (body.includes(word) ? 1 : 0),
    0,
  )
}

/** A heading begins a section, unless it stands in a block of code, where `#` begins a comment. */
function sectionsOf({ title, text }: Pick<Guide, 'title' | 'text'>): GuideSection[] {
  const sections: GuideSection[] = [{ guide: title, heading: title, text: '' }]
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? undefined : /^#{2,4}\s+(.*)$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ guide: title, heading, text: '' })
    else sections.at(-1)!.text += `${line}\n`
  }
  return sections
    .map((section) => ({ ...section, text: section.text.trim() }))
    .filter(({ text: body }) => body !== '')
}
