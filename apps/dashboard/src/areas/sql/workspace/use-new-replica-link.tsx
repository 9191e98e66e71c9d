import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { menuPath } from '../../../app/menus/menu.port.ts'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { offers } from '../../installation/installation/offers.rules.ts'

const PAGE = '/project/$ref/settings/infrastructure'

/** Where a read replica of the project is made; undefined where that is not offered. */
export function useNewReplicaLink(ref: string): ReactElement | undefined {
  const { data: config } = useQuery(installationQueries.config())
  if (!config || !offers(config, 'infrastructure:read_replicas')) return undefined
  return <Link to={menuPath(PAGE, { ref })} />
}
