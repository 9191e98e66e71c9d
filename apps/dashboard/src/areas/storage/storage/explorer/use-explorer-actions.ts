import { requestUrl } from '@basalt/contract/request-url.ts'
import { entryNameProblem } from '@basalt/contract/storage/names.rules.ts'
import { getArchive, getObject } from '@basalt/contract/storage/objects.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { followDownload } from '../../../../api/follow-download.ts'
import { copyText } from '../../../../lib/clipboard.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { callPath, type Entry, isNameTaken } from './entry.rules.ts'
import {
  applyToFolders,
  type BucketKey,
  explorerCalls,
  refreshContents,
  renameFolderPages,
} from './explorer.queries.ts'
import type { Naming } from './explorer-context.ts'
import { joined, nameOf, parentOf } from './path.rules.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occurred')
const countLabel = (count: number, what = 'file') => `${count} ${what}${count === 1 ? '' : 's'}`

type EntryChange = (entry: Entry) => Entry | undefined

/** Removes these entries from a list. */
function without(removed: readonly Entry[]): EntryChange {
  const paths = new Set(removed.map(callPath))
  return (entry) => (paths.has(callPath(entry)) ? undefined : entry)
}

/** The explorer's file operations on the server, each with toasts about its outcome. */
export function useExplorerActions(bucketKey: BucketKey) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const actions = useMemo(() => {
    const calls = explorerCalls(bucketKey)

    /**
     * Runs an operation while the entries are marked as busy, and reports a failure in a toast. The operation returns
     * its change to the listed entries, or undefined when they must be refetched.
     */
    const withBusy = async (
      entries: readonly Entry[],
      failure: string,
      operation: () => Promise<EntryChange | undefined>,
    ) => {
      const paths = entries.map(({ path }) => path)
      setBusy((current) => new Set([...current, ...paths]))
      try {
        const change = await operation()
        await (change ? applyToFolders(client, bucketKey, change) : refreshContents(client, bucketKey))
        return true
      } catch (error) {
        toast({ tone: 'critical', title: failure, description: messageOf(error) })
        await refreshContents(client, bucketKey)
        return false
      } finally {
        setBusy((current) => new Set([...current].filter((path) => !paths.includes(path))))
      }
    }

    return {
      /** Why a name is invalid; undefined when it is valid. */
      nameProblem(name: string, naming: Naming, entries: readonly Entry[]) {
        const renamed = naming.kind === 'rename' ? naming.entry : undefined
        const isFolder = renamed?.isFolder ?? true
        return (
          entryNameProblem(name, isFolder ? 'folder' : 'file') ??
          (isNameTaken(entries, name, renamed)
            ? `The name ${name} already exists in the current directory. Please use a different name.`
            : undefined)
        )
      },

      createFolder: (folder: string, name: string) =>
        withBusy([], 'Failed to create folder', async () => {
          await calls.createFolder(joined(folder, name))
          return undefined
        }),

      /** Calls `onDone` before the listing is refetched. */
      rename: (entry: Entry, name: string, onDone: () => void) => {
        const to = joined(parentOf(entry.path), name)
        const failure = entry.isFolder ? `Failed to rename folder to ${name}` : 'Failed to rename file'
        return withBusy([entry], failure, async () => {
          await calls.move([{ from: callPath(entry), to: callPath({ ...entry, path: to }) }])
          if (entry.isFolder) renameFolderPages(client, bucketKey, entry.path, to)
          onDone()
          toast({ tone: 'success', title: `Successfully renamed "${entry.name}" to "${name}"` })
          return (one) => (callPath(one) === callPath(entry) ? { ...one, name, path: to } : one)
        })
      },

      move: (entries: readonly Entry[], folder: string) => {
        const moving = entries.filter(({ path }) => parentOf(path) !== folder)
        if (moving.length === 0) return Promise.resolve(true)
        const failure =
          moving.length === 1 ? `Failed to move ${moving[0]!.path} to the new folder` : 'Failed to move files'
        return withBusy(moving, failure, async () => {
          await calls.move(
            moving.map((entry) => ({
              from: callPath(entry),
              to: callPath({ ...entry, path: joined(folder, entry.name) }),
            })),
          )
          const isFolder = moving.every((entry) => entry.isFolder)
          const target = folder === '' ? 'the root of your bucket' : folder
          toast({
            tone: 'success',
            title: `Successfully moved ${countLabel(moving.length, isFolder ? 'folder' : 'file')} to ${target}`,
          })
          return without(moving)
        })
      },

      /** Rejects on failure; the dialog displays the error. */
      async remove(entries: readonly Entry[]) {
        const [only] = entries
        const isFolder = entries.length === 1 && only?.isFolder === true
        await calls.remove(entries.map(callPath)).catch((error) => {
          throw new Error(
            `Failed to delete ${isFolder ? 'folder' : countLabel(entries.length)}: ${messageOf(error)}`,
          )
        })
        await applyToFolders(client, bucketKey, without(entries))
        const what = isFolder ? only.name : countLabel(entries.length)
        toast({ tone: 'success', title: `Successfully deleted ${what}` })
      },

      async copyUrl(entry: Entry, seconds: number | undefined) {
        try {
          await copyText(
            seconds === undefined
              ? await calls.publicUrl(entry.path)
              : await calls.signedUrl(entry.path, seconds),
          )
          toast({ tone: 'success', title: `Copied URL for ${entry.name} to clipboard.` })
        } catch (error) {
          toast({
            tone: 'critical',
            title: `Failed to get URL of ${entry.name}`,
            description: messageOf(error),
          })
        }
      },

      async copyPath({ path }: Entry) {
        await copyText(path).then(
          () => toast({ tone: 'success', title: 'Copied path to folder to clipboard.', description: path }),
          (error) => toast({ tone: 'critical', title: 'Failed to copy path', description: messageOf(error) }),
        )
      },

      async downloadFile(entry: Entry) {
        const id = `download-${entry.path}`
        toast({ title: `Retrieving ${entry.name}...`, lasting: true, id })
        const params = { ref: bucketKey.ref, id: bucketKey.bucket }
        try {
          await followDownload(requestUrl(getObject, { params, query: { path: entry.path, download: '' } }))
          toast({ tone: 'success', title: `Downloading ${entry.name}`, id })
        } catch (error) {
          toast({
            tone: 'critical',
            title: `Failed to download ${entry.name}`,
            description: messageOf(error),
            id,
          })
        }
      },

      /** Downloads several files, or a folder, as an archive that the server streams. */
      async downloadArchive(entries: readonly Entry[]) {
        const [only] = entries
        const isFolder = entries.length === 1 && only?.isFolder === true
        const name = isFolder ? `${nameOf(only.path)}.zip` : `${bucketKey.bucket}.zip`
        const id = `download-${name}`
        const what = isFolder ? `folder "${only.name}"` : countLabel(entries.length)
        toast({
          title: isFolder ? 'Retrieving files from folder...' : `Retrieving ${what}...`,
          lasting: true,
          id,
        })
        try {
          const token = await calls.prepareArchive(entries.map(callPath), name)
          const params = { ref: bucketKey.ref, id: bucketKey.bucket, token }
          await followDownload(requestUrl(getArchive, { params }))
          toast({
            id,
            tone: 'success',
            title: `Downloading ${what}`,
            description: `Your browser saves ${name}. Files that fail are listed in its not-downloaded.txt.`,
          })
        } catch (error) {
          const title = isFolder ? 'Failed to download folder' : `Failed to download ${what}`
          toast({ tone: 'critical', title, description: messageOf(error), id })
        }
      },
    }
  }, [client, bucketKey])

  return { ...actions, busy }
}
