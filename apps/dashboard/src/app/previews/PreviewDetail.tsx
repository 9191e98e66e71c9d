import { Button } from '../../ui/controls/Button.tsx'
import type { Preview } from './previews.rules.ts'
import { setPreview } from './previews.state.ts'

export function PreviewDetail({
  preview: { id, name, words },
  isEnabled,
}: {
  preview: Preview
  isEnabled: boolean
}) {
  return (
    <section aria-label={name} className="flex min-w-0 flex-1 flex-col gap-4 p-5">
      <h3 className="font-semibold text-base">{name}</h3>
      <div className="flex max-w-prose flex-col gap-2 text-ink-muted">
        {words.map((paragraph) => (
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
