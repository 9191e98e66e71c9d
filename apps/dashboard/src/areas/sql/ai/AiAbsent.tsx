import { AI_NOT_CONFIGURED } from '@basalt/contract/ai/ai.rules.ts'
import { AI_IS_OFF } from '@basalt/contract/ai/ai-level.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import type { AiAbsence } from './use-ai-absence.ts'

/** Says why nobody would answer in the projects of an organization, and what to do about it. */
export function AiAbsent({ absence, slug }: { absence: AiAbsence; slug: string }) {
  const { data: config } = useQuery(installationQueries.config())
  if (absence === 'off')
    return (
      <>
        <p className="font-medium">AI is turned off</p>
        <p className="text-ink-muted">
          {AI_IS_OFF}{' '}
          {config?.edition === 'platform' && (
            <TextLink render={<Link to="/org/$slug/general" params={{ slug }} />}>Open the settings</TextLink>
          )}
        </p>
      </>
    )
  return (
    <>
      <p className="font-medium">{AI_NOT_CONFIGURED}</p>
      <p className="text-ink-muted">
        The operator of this installation sets <code>BASALT_AI_BASE_URL</code> and{' '}
        <code>BASALT_AI_MODEL</code> and starts it again. Any endpoint that speaks the protocol of OpenAI will
        do, also one on the same machine.{' '}
        <TextLink render={<Link to="/docs/$guide" params={{ guide: 'ai' }} />}>
          Read how, and what is sent
        </TextLink>
      </p>
    </>
  )
}
