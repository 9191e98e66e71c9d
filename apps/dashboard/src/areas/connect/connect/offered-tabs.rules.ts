import { type ConnectMethod, connectMethodIds, connectTabs } from '@basalt/contract/connect/connect.rules.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'

/** The tabs that this installation has not switched off. */
export const offeredTabs = ({ disabled_features }: Pick<InstallationConfig, 'disabled_features'>) =>
  connectTabs.filter((tab) => !('feature' in tab && disabled_features.includes(tab.feature)))

/** The poolers are the platform's; an installation for one database shows the database itself. */
export const offeredMethods = ({ edition }: Pick<InstallationConfig, 'edition'>): readonly ConnectMethod[] =>
  edition === 'platform' ? connectMethodIds : ['direct']
