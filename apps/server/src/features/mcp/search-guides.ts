import type { Guide } from '@basalt/contract/documentation/documentation.schema.ts'

/** Sections per result, and characters per section. */
const SECTIONS_MAX = 5
const SECTION_MAX = 4000
/** A word in a heading counts more than one in the text. */
const HEADING_WEIGHT = 5

export interface GuideSection {
  /** The title of the guide. */
  guide: string
  heading: string
  text: string
}

/** The sections of the guides that match most words, best first. Each word counts once. */
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
    .slice(0, SECTIONS_MAX)
    .map(({ section }) => ({ ...section, text: section.text.slice(0, SECTION_MAX) }))
}

/** Stems of the words, so that `backups` finds `backup`; words of fewer than three letters are ignored. */
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

/** Splits a guide at its headings, except in code blocks, where `#` begins a comment. */
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
