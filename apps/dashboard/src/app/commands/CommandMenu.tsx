import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { dialogClass, scrimClass } from '../../ui/dialog/dialog-class.ts'
import { usePortalContainer } from '../../ui/floating/portal-container.ts'
import { CommandPalette } from './CommandPalette.tsx'
import type { Command } from './commands.rules.ts'
import { rememberCommand, useRecentCommands } from './recent-commands.state.ts'

/** What a page below the first one offers for a text; `message` stands in place of the list. */
export interface CommandAnswer {
  commands: readonly Command[]
  message?: string | undefined
}

export interface CommandPage {
  title: string
  placeholder: string
  /** A hook of its own: the page is mounted again each time it is opened. */
  useAnswer(text: string): CommandAnswer
}

interface Props<PageId extends string> {
  open: boolean
  onOpenChange: (open: boolean) => void
  commands: readonly Command<PageId>[]
  pages: Record<PageId, CommandPage>
  /** A hook that adds results for the text on the first page, such as saved queries. */
  useFound(text: string): readonly Command[]
}

/** Everything one can do or go to, by typing. */
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
            {/* Opened again while it still fades out, it is mounted: the key lets it begin at its first page. */}
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
  useFound,
  onClose,
}: Pick<Props<PageId>, 'commands' | 'pages' | 'useFound'> & { onClose: () => void }) {
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
  return <FirstPage commands={commands} useFound={useFound} recent={recent} onChoose={choose} />
}

function FirstPage<PageId extends string>({
  commands,
  useFound,
  recent,
  onChoose,
}: Pick<Props<PageId>, 'commands' | 'useFound'> & {
  recent: readonly string[]
  onChoose: (command: Command<PageId>) => void
}) {
  const [text, setText] = useState('')
  const found = useFound(text) as readonly Command<PageId>[]
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
  const { commands, message } = page.useAnswer(text)
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
