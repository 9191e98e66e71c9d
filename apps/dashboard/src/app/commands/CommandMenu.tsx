import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { dialogClass, scrimClass } from '../../ui/dialog/dialog-class.ts'
import { usePortalContainer } from '../../ui/floating/portal-container.ts'
import { CommandPalette } from './CommandPalette.tsx'
import type { Command } from './commands.rules.ts'
import { rememberCommand, useRecentCommands } from './recent-commands.state.ts'

/** What a nested page lists for a search text; `message` replaces an empty list. */
export interface CommandResults {
  commands: readonly Command[]
  message?: string | undefined
}

export interface CommandPage {
  title: string
  placeholder: string
  /** A hook; the page is remounted each time it is opened. */
  useResults(text: string): CommandResults
}

interface Props<PageId extends string> {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Command<PageId>[]
  pages: Record<PageId, CommandPage>
  /** A hook that adds results for the text on the first page, such as saved queries. */
  useSearchResults(text: string): readonly Command[]
}

/** The command menu: actions and pages, found by typing. */
export function CommandMenu<PageId extends string>({ open, onOpenChange, ...content }: Props<PageId>) {
  const container = usePortalContainer()
  const [wasOpen, setWasOpen] = useState(open)
  const [openings, setOpenings] = useState(0)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpenings(openings + 1)
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal container={container}>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center px-4 pt-[12dvh]">
          <Dialog.Popup
            className={cx(dialogClass, 'max-h-[min(30rem,76dvh)] w-full max-w-xl overflow-hidden')}
          >
            <Dialog.Title className="sr-only">Command menu</Dialog.Title>
            {/* It stays mounted while fading out; the key resets it to its first page when it is reopened. */}
            <CommandMenuPages key={openings} {...content} onClose={() => onOpenChange(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function CommandMenuPages<PageId extends string>({
  commands,
  pages,
  useSearchResults,
  onClose,
}: Pick<Props<PageId>, 'commands' | 'pages' | 'useSearchResults'> & { onClose: () => void }) {
  const [page, setPage] = useState<PageId>()
  const recent = useRecentCommands()
  const choose = (command: Command<PageId>) => {
    if (page === undefined) rememberCommand(command.id)
    if ('page' in command) return setPage(command.page)
    onClose()
    command.run()
  }
  if (page !== undefined)
    return (
      <NestedPage
        key={page}
        page={pages[page]}
        onChoose={choose as never}
        onBack={() => setPage(undefined)}
      />
    )
  return (
    <FirstPage commands={commands} useSearchResults={useSearchResults} recent={recent} onChoose={choose} />
  )
}

function FirstPage<PageId extends string>({
  commands,
  useSearchResults,
  recent,
  onChoose,
}: Pick<Props<PageId>, 'commands' | 'useSearchResults'> & {
  recent: readonly string[]
  onChoose: (command: Command<PageId>) => void
}) {
  const [text, setText] = useState('')
  const found = useSearchResults(text) as readonly Command<PageId>[]
  return (
    <CommandPalette
      placeholder="Type a command or search..."
      commands={[...commands, ...found]}
      recent={recent}
      onText={setText}
      onChoose={onChoose}
    />
  )
}

function NestedPage({
  page,
  onChoose,
  onBack,
}: {
  page: CommandPage
  onChoose: (command: Command) => void
  onBack: () => void
}) {
  const [text, setText] = useState('')
  const { commands, message } = page.useResults(text)
  return (
    <CommandPalette
      title={page.title}
      placeholder={page.placeholder}
      commands={commands}
      message={message}
      onText={setText}
      onChoose={onChoose}
      onBack={onBack}
    />
  )
}
