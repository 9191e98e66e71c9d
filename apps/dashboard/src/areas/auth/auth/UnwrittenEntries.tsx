import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { authQueries } from './auth.queries.ts'

/** Says, for what is read from the entries of the audit log, that the project writes no new ones. */
export function UnwrittenEntries({ projectRef: ref }: { projectRef: string }) {
  const { data: settings } = useQuery(authQueries.settings(ref))
  if (!settings?.audit_log_disable_postgres) return null
  return (
    <Callout tone="info" title="New entries are not written to the database">
      The{' '}
      <TextLink
        render={<Link to="/project/$ref/logs/$source" params={{ ref, source: 'auth-logs' }} search={{}} />}
      >
        auth log
      </TextLink>{' '}
      has what each call did, as audit_action.
    </Callout>
  )
}
