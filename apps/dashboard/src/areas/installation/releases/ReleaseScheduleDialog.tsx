import { DAYS_BETWEEN_RELEASES, nextReleaseDate } from '@basalt/contract/releases/releases.rules.ts'
import type { CliRelease } from '@basalt/contract/releases/releases.schema.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { betaCommand } from './version-badge.rules.ts'

/** The expected date of the next release, and how to try its beta. */
export function ReleaseScheduleDialog({
  release: { current, latest, beta, published_at },
  open,
  onOpenChange,
}: {
  release: CliRelease
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Release schedule"
      description={`A release about every ${DAYS_BETWEEN_RELEASES} days.`}
    >
      <DialogBody>
        <DescriptionList
          items={[
            ...(published_at
              ? [{ label: 'Approximate next release', value: nextReleaseDate(published_at) }]
              : []),
            { label: 'Current version', value: current },
            ...(latest ? [{ label: 'Available version', value: latest }] : []),
            ...(beta ? [{ label: 'Beta version', value: beta }] : []),
          ]}
        />
        {beta && (
          <section className="flex flex-col gap-2">
            <p className="text-ink-muted text-sm">
              To try {beta} before its release, stop Basalt, copy its data directory, and start the beta.
            </p>
            <CodeBlock code={betaCommand(beta)} label="Beta command" wrap />
          </section>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onOpenChange(false)}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}
