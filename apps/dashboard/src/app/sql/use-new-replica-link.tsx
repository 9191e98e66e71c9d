import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { installationQueries } from '../../features/installation/installation.queries.ts'
import { offers } from '../../features/installation/offers.rules.ts'
import { menuPath } from '../menus/menu.rules.ts'
import { isMissing } from '../menus/missing-pages.rules.ts'

const PAGE = '/project/$ref/settings/infrastructure'

/** Where a read replica of the project is made; undefined where that is not offered. */
export function useNewReplicaLink(ref: string): ReactElement | undefined {
  const { data: config } = useQuery(installationQueries.config())
  if (isMissing(PAGE) || !config || !offers(config, 'infrastructure:read_replicas')) return undefined
  return <Link to={menuPath(PAGE, { ref })} />
}
