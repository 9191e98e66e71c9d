import { type ConnectMethod, connectMethodIds, connectTabs } from '@basalt/contract/connect/connect.rules.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'

/** The tabs not disabled in this installation. */
export const offeredTabs = ({ disabled_features }: Pick<InstallationConfig, 'disabled_features'>) =>
  connectTabs.filter((tab) => !('feature' in tab && disabled_features.includes(tab.feature)))

/** The available methods. The self-hosted edition has no poolers. */
export const offeredMethods = ({ edition }: Pick<InstallationConfig, 'edition'>): readonly ConnectMethod[] =>
  edition === 'platform' ? connectMethodIds : ['direct']
