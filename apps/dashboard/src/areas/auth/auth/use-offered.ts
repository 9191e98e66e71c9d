import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { offers } from '../../installation/installation/offers.port.ts'

/** Whether the operator offers a feature; everything that has none is offered. */
export function useOffered() {
  const { data: config } = useQuery(installationQueries.config())
  return (feature: FeatureKey | undefined) =>
    feature === undefined || config === undefined || offers(config, feature)
}
