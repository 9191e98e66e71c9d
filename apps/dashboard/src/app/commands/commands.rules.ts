import type { Icon } from '../../ui/text/icon.ts'

/** In display order. */
export const commandSections = ['Actions', 'Navigate', 'Saved queries', 'Theme', 'Help'] as const
export type CommandSection = (typeof commandSections)[number]

interface CommandBase {
  /** Stable between visits, because recent commands are stored by id. */
  id: string
  label: string
  section: CommandSection
  icon?: Icon
  /** A word beside the label, such as Current or Paused. */
  hint?: string
  /** Other words to search by. */
  keywords?: string
  /** Found by typing only, so that the menu stays short. */
  onlyInSearch?: boolean
  shortcut?: readonly string[]
}

/** Runs something or opens a nested page. */
export type Command<PageId extends string = string> = CommandBase & ({ run(): void } | { page: PageId })

export interface CommandGroup<PageId extends string = string> {
  title: string
  commands: readonly Command<PageId>[]
}

export const RECENT_COMMANDS_MAX = 5
const RECENT_TITLE = 'Recently used'

/**
 * The commands that the menu lists for a search text. Without a text: all except `onlyInSearch`, recent ones first.
 * With a text: those that contain all its words, best match first.
 */
export function commandGroups<PageId extends string>(
  commands: readonly Command<PageId>[],
  text: string,
  recent: readonly string[] = [],
): readonly CommandGroup<PageId>[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length > 0) return bySection(bestFirst(commands, words, recent))
  const used = recent.flatMap((id) => commands.find((command) => command.id === id) ?? [])
  const others = commands.filter((command) => !command.onlyInSearch && !used.includes(command))
  return [...(used.length > 0 ? [{ title: RECENT_TITLE, commands: used }] : []), ...bySection(others)]
}

const bySection = <PageId extends string>(commands: readonly Command<PageId>[]) =>
  // A Map keeps the sections in the order of their best match.
  [...Map.groupBy(commands, ({ section }) => section)].map(([title, found]) => ({ title, commands: found }))

function bestFirst<PageId extends string>(
  commands: readonly Command<PageId>[],
  words: readonly string[],
  recent: readonly string[],
) {
  const recency = (id: string) => (recent.includes(id) ? recent.indexOf(id) : RECENT_COMMANDS_MAX)
  return commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || recency(a.command.id) - recency(b.command.id))
    .map(({ command }) => command)
}

/** 0 when a word is missing. A match at the start of the label scores highest, then one at the start of its words. */
function scoreOf({ label, keywords = '', section }: CommandBase, words: readonly string[]) {
  const name = label.toLowerCase()
  const all = `${name} ${keywords} ${section}`.toLowerCase()
  if (!words.every((word) => all.includes(word))) return 0
  if (name.startsWith(words.join(' '))) return 4
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 3
  return words.every((word) => name.includes(word)) ? 2 : 1
}
