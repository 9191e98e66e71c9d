import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { Copy, KeyRound } from 'lucide-react'
import { copyText } from '../../lib/clipboard.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Command } from './commands.rules.ts'

/** Copies text and reports the outcome in a toast. */
export async function copyWithToast(what: string, text: string): Promise<void> {
  await copyText(text).then(
    () => toast({ tone: 'success', title: `Copied ${what}`, id: 'copied-by-command' }),
    (error: unknown) =>
      toast({ tone: 'critical', title: `Failed to copy ${what}`, description: String(error) }),
  )
}

/**
 * Copy commands for the keys that can be revealed. Only a hash of a secret key is stored, so the last command opens the
 * keys page.
 */
export const keyCommands = (
  keys: readonly Pick<ApiKey, 'id' | 'type' | 'name' | 'api_key'>[],
  openPage: () => void,
): readonly Command[] => [
  ...keys.flatMap(({ id, type, name, api_key }): Command[] => {
    if (api_key === null) return []
    const what = type === 'legacy' ? `legacy ${name} key` : `${type} key ${name}`
    return [
      {
        id: id ?? name,
        label: `Copy ${what}`,
        section: 'Actions',
        icon: Copy,
        run: () => void copyWithToast(`the ${what}`, api_key),
      },
    ]
  }),
  {
    id: 'keys-page',
    label: 'See API keys in Project Settings',
    section: 'Navigate',
    icon: KeyRound,
    run: openPage,
  },
]
