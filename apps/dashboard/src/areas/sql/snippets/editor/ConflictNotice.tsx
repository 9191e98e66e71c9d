import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { SideBySide } from './SideBySide.tsx'

/** Resolves two conflicting texts of one query: nothing is saved until the user chooses. */
export function ConflictNotice({
  theirs,
  mine,
  onKeepMine,
  onTakeTheirs,
  onKeepBoth,
}: {
  theirs: Snippet
  mine: () => string
  onKeepMine: () => void
  onTakeTheirs: () => void
  onKeepBoth: () => Promise<void>
}) {
  const [compared, setCompared] = useState<string>()
  const [isCopying, setCopying] = useState(false)
  const choose = (act: () => void) => () => {
    setCompared(undefined)
    act()
  }
  const keepBoth = async () => {
    setCopying(true)
    await onKeepBoth().then(
      () => setCompared(undefined),
      () => undefined,
    )
    setCopying(false)
  }
  return (
    <>
      <Callout
        tone="warning"
        role="alert"
        title="This query was changed somewhere else"
        className="rounded-none border-x-0 border-t-0"
        action={
          <Button icon={GitCompareArrows} onClick={() => setCompared(mine())}>
            Compare and choose
          </Button>
        }
      >
        Saved <When time={theirs.updated_at} /> in another tab or by someone else. Your text stays in this
        browser until you choose.
      </Callout>
      <Dialog
        open={compared !== undefined}
        onOpenChange={(open) => !open && setCompared(undefined)}
        title="Choose a version"
        description="If you keep yours, the other one stays in the version history."
        size="lg"
      >
        <DialogBody className="flex h-[55dvh] flex-col">
          <SideBySide
            left={theirs.content.sql}
            right={compared ?? ''}
            leftLabel="Theirs"
            rightLabel="Yours"
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={choose(onTakeTheirs)}>Use theirs</Button>
          <Button loading={isCopying} onClick={() => void keepBoth()}>
            Keep both
          </Button>
          <Button variant="primary" onClick={choose(onKeepMine)}>
            Keep mine
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  )
}
