import type { Guide } from '@basalt/contract/connect/guides/guide.ts'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { connectLinks } from './connect-links.tsx'
import { FEEDBACK_MS } from './connect-panel.ts'
import { FileTabs } from './guides/FileTabs.tsx'
import { useGuideValues } from './guides/use-guide-values.ts'

/** What to install, and the files with the URL and the key of the project. Key it by the guide. */
export function GuideSteps({
  projectRef,
  guide,
  children,
}: {
  projectRef: string
  guide: Guide
  /** Between the files and the note about keys. */
  children?: ReactNode
}) {
  const { values, refusal, isWithoutKey, failure } = useGuideValues(projectRef)
  return (
    <>
      {failure && (
        <ErrorPanel
          title="Failed to load the keys of the project"
          message={failure.error.message}
          requestId={requestIdOf(failure.error)}
          onRetry={failure.retry}
          retrying={failure.isFetching}
        />
      )}
      {refusal && (
        <Callout tone="warning" title="URL and key are omitted">
          {refusal}
        </Callout>
      )}
      {isWithoutKey && (
        <Callout tone="warning" title="The project has no publishable key">
          <TextLink render={connectLinks(projectRef).apiKeys}>Create one</TextLink>, and it appears here.
        </Callout>
      )}
      <CodeBlock code={guide.install} label="Command that installs" feedbackMs={FEEDBACK_MS} />
      <p className="text-sm">Add the following files below to your application.</p>
      <FileTabs files={guide.files(values)} />
      {children}
      <Callout title="Publishable keys are safe to share">
        Row level security decides what they may do. Secret keys bypass it and belong on servers only.{' '}
        <TextLink render={connectLinks(projectRef).apiKeys}>API keys</TextLink>
      </Callout>
    </>
  )
}
