import type { Icon } from '../../ui/text/icon.ts'

/** In the order in which they are shown. */
export const commandSections = ['Actions', 'Navigate', 'Saved queries', 'Theme', 'Help'] as const
export type CommandSection = (typeof commandSections)[number]

interface CommandBase {
  /** Keeps its meaning between visits, because what was used lately is remembered by it. */
  id: string
  label: string
  section: CommandSection
  icon?: Icon
  /** A word beside the label: what is current, what is paused. */
  hint?: string
  /** Other words that people may search by. */
  keywords?: string
  /** Found by typing only, so that the menu stays short. */
  onlyInSearch?: boolean
  shortcut?: readonly string[]
}

/** Does something, or leads on to a page of further choices. */
export type Command<PageId extends string = string> = CommandBase & ({ run(): void } | { page: PageId })

export interface CommandGroup<PageId extends string = string> {
  title: string
  commands: readonly Command<PageId>[]
}

export const RECENT_COMMANDS_MAX = 5
const RECENT_TITLE = 'Recently used'

/**
 * What the menu shows for a text: without one everything but what is only found by typing, with what was used lately
 * on top; with one what contains all its words, the best match first.
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
  // A Map keeps the order of the best match of each section.
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

/** 0 for what lacks one of the words; the label's beginning counts most, then beginnings of its words. */
function scoreOf({ label, keywords = '', section }: CommandBase, words: readonly string[]) {
  const name = label.toLowerCase()
  const all = `${name} ${keywords} ${section}`.toLowerCase()
  if (!words.every((word) => all.includes(word))) return 0
  if (name.startsWith(words.join(' '))) return 4
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 3
  return words.every((word) => name.includes(word)) ? 2 : 1
}
