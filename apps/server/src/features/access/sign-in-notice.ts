import { deviceName } from '@basalt/contract/access/device.rules.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from '../notifications/notifications.port.ts'

/** The notification of a sign-in from a new device. */
export function signInNotice({ userAgent, address }: { userAgent: string; address: string }): Notice {
  const device = deviceName(userAgent)
  return {
    name: 'sign_in_new_device',
    priority: 'Warning',
    title: 'Sign-in from a new device',
    message: `Somebody signed in to your account from ${escapeMarkdown(address)} (**${escapeMarkdown(device)}**). If it was not you, somebody else knows your password.`,
    actions: [{ label: 'Open account', url: '/account/security' }],
    key: `sign-in:${device}:${address}`,
  }
}
