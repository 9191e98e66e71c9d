import { useSuspenseQuery } from '@tanstack/react-query'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'

/** The self-hosted edition has one project, and nothing else to show without it. */
export const useMayDelete = () => useSuspenseQuery(installationQueries.config()).data.edition === 'platform'
