import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PreviewList } from './PreviewList.tsx'
import { enabledPreviews, type Preview, type PreviewId } from './previews.rules.ts'
import { setPreview, usePreviewChoices } from './previews.state.ts'

/** Turns feature previews on and off. */
export function PreviewsDialog({
  open,
  onOpenChange,
  offered,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  offered: readonly Preview[]
}) {
  const [chosen, setChosen] = useState<PreviewId>()
  const enabled = enabledPreviews(offered, usePreviewChoices())
  const selected = offered.find(({ id }) => id === chosen) ?? offered[0]
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="xl"
      title="Dashboard feature previews"
      description="Stored in this browser. Changes apply at once."
    >
      {selected ? (
        <div className="flex min-h-80 max-md:flex-col">
          <PreviewList previews={offered} enabled={enabled} selected={selected.id} onSelect={setChosen} />
          <PreviewDetail key={selected.id} preview={selected} isEnabled={enabled.has(selected.id)} />
        </div>
      ) : (
        <div className="p-4">
          <EmptyState icon={FlaskConical} title="No feature previews available" frame={false}>
            New previews will appear here.
          </EmptyState>
        </div>
      )}
    </Dialog>
  )
}

function PreviewDetail({
  preview: { id, name, paragraphs },
  isEnabled,
}: {
  preview: Preview
  isEnabled: boolean
}) {
  return (
    <section aria-label={name} className="flex min-w-0 flex-1 flex-col gap-4 p-5">
      <h3 className="font-semibold text-base">{name}</h3>
      <div className="flex max-w-prose flex-col gap-2 text-ink-muted">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="mt-auto flex">
        <Button variant={isEnabled ? 'secondary' : 'primary'} onClick={() => setPreview(id, !isEnabled)}>
          {isEnabled ? 'Disable feature' : 'Enable feature'}
        </Button>
      </div>
    </section>
  )
}
