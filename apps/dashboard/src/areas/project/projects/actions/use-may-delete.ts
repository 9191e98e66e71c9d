import { useSuspenseQuery } from '@tanstack/react-query'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'

/** False in the self-hosted edition, which needs its only project. */
export const useMayDelete = () => useSuspenseQuery(installationQueries.config()).data.edition === 'platform'
