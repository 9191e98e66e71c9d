import { getSubscription, updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { usageQueries } from '../usage/usage.queries.ts'

export const billingQueries = {
  all: ['billing'] as const,
  subscription: (slug: string) =>
    queryOptions({
      queryKey: [...billingQueries.all, slug],
      queryFn: ({ signal }) => call(getSubscription, { params: { slug } }, signal),
    }),
}

/** Errors are displayed in the confirmation dialog. */
export const changePlan = (slug: string) =>
  mutationOptions({
    mutationFn: (plan: PlanId) => call(updateSubscription, { params: { slug }, body: { plan } }),
    onSuccess: async (subscription, _plan, _result, { client }) => {
      await replaceQueryData(client, billingQueries.subscription(slug).queryKey, subscription)
      return Promise.all([
        client.invalidateQueries({ queryKey: organizationQueries.all }),
        client.invalidateQueries({ queryKey: usageQueries.of(slug) }),
      ])
    },
  })
