import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'

/** Whether this installation offers a feature, which its operator can switch off. */
export const offers = (config: InstallationConfig, feature: FeatureKey) =>
  !config.disabled_features.includes(feature)
