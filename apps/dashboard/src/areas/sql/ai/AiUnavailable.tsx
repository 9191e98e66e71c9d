import { AI_NOT_CONFIGURED } from '@basalt/contract/ai/ai.rules.ts'
import { AI_IS_OFF } from '@basalt/contract/ai/ai-level.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import type { AiUnavailableReason } from './use-ai-unavailable.ts'

/** Why AI is unavailable in an organization's projects, and what to do about it. */
export function AiUnavailable({ reason, slug }: { reason: AiUnavailableReason; slug: string }) {
  const { data: config } = useQuery(installationQueries.config())
  if (reason === 'off')
    return (
      <>
        <p className="font-medium">AI is turned off</p>
        <p className="text-ink-muted">
          {AI_IS_OFF}{' '}
          {config?.edition === 'platform' && (
            <TextLink render={<Link to="/org/$slug/general" params={{ slug }} />}>Open settings</TextLink>
          )}
        </p>
      </>
    )
  return (
    <>
      <p className="font-medium">{AI_NOT_CONFIGURED}</p>
      <p className="text-ink-muted">
        The operator of this installation sets <code>BASALT_AI_BASE_URL</code> and{' '}
        <code>BASALT_AI_MODEL</code> and restarts the server. Any OpenAI-compatible endpoint works, including
        a local one.{' '}
        <TextLink render={<Link to="/docs/$guide" params={{ guide: 'ai' }} />}>Read the AI guide</TextLink>
      </p>
    </>
  )
}
