import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'

/** Whether a feature is enabled in this installation. */
export const offers = (config: InstallationConfig, feature: FeatureKey) =>
  !config.disabled_features.includes(feature)
