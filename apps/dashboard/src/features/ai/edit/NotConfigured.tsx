import { AI_NOT_CONFIGURED } from '@basalt/contract/ai/ai.rules.ts'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'

/** Stands in the place of the prompt where nobody could answer it. */
export function NotConfigured({ guideLink, onClose }: { guideLink: ReactElement; onClose: () => void }) {
  return (
    <div className="flex max-w-2xl flex-col items-start gap-2 rounded-md border border-line-strong bg-floating p-3 font-sans text-ink text-sm shadow-floating">
      <p className="font-medium">{AI_NOT_CONFIGURED}</p>
      <p className="text-ink-muted">
        Whoever runs this installation sets <code>BASALT_AI_BASE_URL</code> and <code>BASALT_AI_MODEL</code>{' '}
        and starts it again. Any endpoint that speaks the protocol of OpenAI will do, also one on the same
        machine. <TextLink render={guideLink}>Read how, and what is sent</TextLink>
      </p>
      <Button size="sm" onClick={onClose} autoFocus>
        Close
      </Button>
    </div>
  )
}
