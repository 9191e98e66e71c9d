import type { AuthSettings, AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { authQueries, changeAuthSettings } from './auth.queries.ts'
import { changedMeanwhile } from './changed-meanwhile.rules.ts'

/** Somebody else saved settings that a form is about to replace. */
export class SettingsChangedMeanwhile extends Error {
  /** As `changedMeanwhile` names them. */
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    super('This was changed meanwhile. Save again to replace the change, or cancel to see it.')
    this.names = names
  }
}

/**
 * Saves a form of settings. What somebody else, or another tab, saved since the edits began is replaced only by a second
 * attempt: the first throws SettingsChangedMeanwhile.
 */
export function useSettingsChange(projectRef: string, isEditing: boolean) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation(changeAuthSettings(projectRef))
  const { data } = useQuery(authQueries.settings(projectRef))
  const seen = useRef<AuthSettings>(undefined)
  useEffect(() => {
    if (!isEditing || seen.current === undefined) seen.current = data
  }, [data, isEditing])
  return async (change: AuthSettingsChange) => {
    const current = await client.fetchQuery({ ...authQueries.settings(projectRef), staleTime: 0 })
    const names = changedMeanwhile(change, { seen: seen.current ?? current, current })
    seen.current = current
    if (names.length > 0) throw new SettingsChangedMeanwhile(names)
    return mutateAsync(change)
  }
}
