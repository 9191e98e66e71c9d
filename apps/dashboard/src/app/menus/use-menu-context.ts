import { advisorDot } from '@basalt/contract/advisors/advisors.rules.ts'
import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { lacksMfa, mfaQueries } from '../../areas/account/mfa/mfa.queries.ts'
import { advisorQueries } from '../../areas/database/advisors/advisors.queries.ts'
import { backupSettingsQueries } from '../../areas/database/backups/backup-settings.queries.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'
import { permissionQueries } from '../../areas/organization/permissions/permissions.queries.ts'
import { enabledPreviews, offeredPreviews } from '../previews/previews.rules.ts'
import { usePreviewChoices } from '../previews/previews.state.ts'
import type { Session } from '../session-guard.ts'
import type { ShellContext } from '../shell/place/use-shell-context.ts'
import type { MenuContext } from './menu.port.ts'
import { isMissing } from './missing-pages.rules.ts'

/** The menu context of the installation, the user, and the open organization and project. */
export function useMenuContext(
  { config }: Session,
  { organization, project }: Pick<ShellContext, 'organization' | 'project'>,
): MenuContext {
  const { data: billingRefusal } = useQuery(
    permissionQueries.refusal(needs.readBilling, { slug: organization.slug ?? '' }),
  )
  const mfa = useQuery({ ...mfaQueries.status(), enabled: organization.organization_requires_mfa })
  const isClosed = lacksMfa(organization, mfa.data)
  const status = project?.status
  const previews = usePreviews(config.edition)
  const { data: advice } = useQuery({
    ...advisorQueries.summary(project?.ref ?? ''),
    enabled: status === 'ACTIVE_HEALTHY',
  })
  const ref = project?.ref ?? ''
  const isInDatabase = useLocation({
    select: ({ pathname }) => pathname.startsWith(`/project/${ref}/database/`),
  })
  const { data: backups } = useQuery({
    ...backupSettingsQueries.of(ref),
    enabled: config.edition === 'platform' && project !== undefined && isInDatabase,
  })
  const hasPointInTimeRecovery = backups?.pitr_enabled ?? false
  const dot = advice && status === 'ACTIVE_HEALTHY' ? advisorDot(advice.counts) : undefined
  return useMemo(
    () => ({
      edition: config.edition,
      offers: (feature) => offers(config, feature),
      status,
      mayReadBilling: billingRefusal === undefined,
      lacksMfa: isClosed,
      previews,
      hasPointInTimeRecovery,
      advisorDot: dot,
    }),
    [config, status, billingRefusal, isClosed, previews, hasPointInTimeRecovery, dot],
  )
}

/** The previews enabled in this browser. */
function usePreviews(edition: Edition) {
  const choices = usePreviewChoices()
  return useMemo(() => enabledPreviews(offeredPreviews(edition, isMissing), choices), [edition, choices])
}
